// The functions that libFuzzer calls. `scripts/fuzz` builds this file together with Tests/FuzzTests/Targets.

import Glibc

/// The target that the environment variable HANDSPAN_FUZZ_TARGET names.
private let target: FuzzTarget = {
  guard let target = getenv("HANDSPAN_FUZZ_TARGET").flatMap({ FuzzTarget(rawValue: String(cString: $0)) })
  else {
    fatalError("HANDSPAN_FUZZ_TARGET is none of \(FuzzTarget.allCases.map(\.rawValue))")
  }
  return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try target.check(Array(UnsafeBufferPointer(start: data, count: count)))
  } catch {
    fatalError("\(error)")
  }
  return 0
}
