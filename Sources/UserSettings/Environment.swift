import CGLib
import Glibc

/// The environment variables of this process.
package enum Environment {
  package static subscript(name: String) -> String? { g_getenv(name).map { String(cString: $0) } }
}

/// Returns a string that C code has allocated, and frees it.
func takeString(_ text: UnsafeMutablePointer<CChar>?) -> String? {
  guard let text else { return nil }
  defer { g_free(text) }
  return String(cString: text)
}

/// Calls a function with the strings as C has them: a list that ends with a null pointer.
package func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  let list: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) } + [nil]
  return list.withUnsafeBufferPointer { body($0.baseAddress) }
}
