import CalendarModel
import Glibc

@testable import EvolutionBackend

/// A literal is read as the text that was written, whatever the text, and so are the UIDs in a query.
enum ExpressionTarget {
  static func check(_ bytes: [UInt8]) throws(Violation) {
    let text = String(decoding: bytes, as: UTF8.self).withoutNUL
    let uids = text.unicodeScalars.split(separator: "\n").map { ByteString(String($0)) }
    let (literal, query) = (SExpression.literal(text), SExpression.query(forUIDs: uids))
    try require(strings(in: literal) == [Array(text.utf8)], "the literal is read as another text")
    try require(strings(in: query) == uids.map(\.bytes), "the query is read with other UIDs")
    guard let parser = ServiceParser.shared else { return }
    try require(
      parser.strings(in: "(uid? \(literal))") == [Array(text.utf8)],
      "the service's parser reads the literal as another text")
    try require(
      parser.strings(in: query) == uids.map(\.bytes), "the service's parser reads the query with other UIDs")
  }

  /// Returns the string literals of an expression; nil if the last one has no end.
  private static func strings(in expression: String) -> [[UInt8]]? {
    var (strings, current, isEscaped) = ([[UInt8]](), [UInt8]?.none, false)
    for byte in expression.utf8 {
      guard let string = current else {
        if byte == UInt8(ascii: "\"") { current = [] }
        continue
      }
      switch byte {
      case _ where isEscaped: (current, isEscaped) = (string + [byte], false)
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "\""):
        strings.append(string)
        current = nil
      default: current = string + [byte]
      }
    }
    return current == nil ? strings : nil
  }
}

/// The parser for queries in the library of Evolution Data Server, if it is installed.
private struct ServiceParser: @unchecked Sendable {
  static let shared = ServiceParser()

  private typealias Object = UnsafeMutableRawPointer
  private typealias Function = @convention(c) (Object?, CInt, Object?, Object?) -> Object?

  private let newParser: @convention(c) () -> Object?
  private let unref: @convention(c) (Object?) -> Void
  private let addFunction:
    @convention(c) (Object?, CUnsignedInt, UnsafePointer<CChar>, Function, Object?) -> Void
  private let setInput: @convention(c) (Object?, UnsafePointer<CChar>, CInt) -> Void
  private let parse: @convention(c) (Object?) -> CInt
  private let evaluate: @convention(c) (Object?) -> Object?
  private let freeResult: @convention(c) (Object?, Object?) -> Void
  private let newResult: @convention(c) (Object?, CInt) -> Object?

  private init?() {
    guard
      let library = ["27", "26", "28"].lazy.compactMap({ dlopen("libedataserver-1.2.so.\($0)", RTLD_NOW) })
        .first
    else { return nil }
    func function<F>(_ name: String, as type: F.Type) -> F? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let newParser = function("e_sexp_new", as: (@convention(c) () -> Object?).self),
      let unref = function("g_object_unref", as: (@convention(c) (Object?) -> Void).self),
      let addFunction = function(
        "e_sexp_add_function",
        as: (@convention(c) (Object?, CUnsignedInt, UnsafePointer<CChar>, Function, Object?) -> Void).self),
      let setInput = function(
        "e_sexp_input_text", as: (@convention(c) (Object?, UnsafePointer<CChar>, CInt) -> Void).self),
      let parse = function("e_sexp_parse", as: (@convention(c) (Object?) -> CInt).self),
      let evaluate = function("e_sexp_eval", as: (@convention(c) (Object?) -> Object?).self),
      let freeResult = function("e_sexp_result_free", as: (@convention(c) (Object?, Object?) -> Void).self),
      let newResult = function("e_sexp_result_new", as: (@convention(c) (Object?, CInt) -> Object?).self)
    else { return nil }
    (self.newParser, self.unref, self.addFunction, self.setInput) = (newParser, unref, addFunction, setInput)
    (self.parse, self.evaluate, self.freeResult, self.newResult) = (parse, evaluate, freeResult, newResult)
  }

  /// What the function `uid?` needs, and the arguments that it was called with.
  private final class Calls {
    let newResult: @convention(c) (Object?, CInt) -> Object?
    var strings: [[UInt8]] = []
    init(_ newResult: @escaping @convention(c) (Object?, CInt) -> Object?) { self.newResult = newResult }
  }

  /// Returns the arguments of `uid?` in an expression; nil if the expression is not valid.
  func strings(in expression: String) -> [[UInt8]]? {
    let (parser, calls) = (newParser(), Calls(newResult))
    defer { unref(parser) }
    let uid: Function = { parser, count, arguments, calls in
      guard let calls else { return nil }
      let object = Unmanaged<Calls>.fromOpaque(calls).takeUnretainedValue()
      for index in 0..<Int(count) {
        // An `ESExpResult` is its type, then a union, here of the type ESEXP_RES_STRING.
        let size = MemoryLayout<Object>.size
        guard let result = arguments?.load(fromByteOffset: index * size, as: Object?.self),
          result.load(as: CInt.self) == 2, let value = result.load(fromByteOffset: size, as: Object?.self)
        else { continue }
        object.strings.append(Array(String(cString: value.assumingMemoryBound(to: CChar.self)).utf8))
      }
      // ESEXP_RES_BOOL, which is false.
      return object.newResult(parser, 3)
    }
    return withExtendedLifetime(calls) {
      addFunction(parser, 0, "uid?", uid, Unmanaged.passUnretained(calls).toOpaque())
      setInput(parser, expression, CInt(expression.utf8.count))
      guard parse(parser) == 0, let result = evaluate(parser) else { return nil }
      freeResult(parser, result)
      return calls.strings
    }
  }
}
