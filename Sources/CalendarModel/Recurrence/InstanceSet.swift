/// The instances of one period, in order: every time on every day, from which BYSETPOS may select some.
struct InstanceSet {
  /// The wall times, in seconds, to which the times are added: the days of the period, or its only hour,
  /// minute or second.
  private(set) var bases: [Int] = []
  let times: ClockTimes
  private let positions: [Int]
  /// If there is a BYSETPOS, the indices that it selects from the whole set.
  private var picked: [Int] = []

  init(times: ClockTimes, positions: [Int]) {
    self.times = times
    self.positions = positions
  }

  /// The number of instances.
  var count: Int { positions.isEmpty ? bases.count * times.count : picked.count }

  /// The number of instances in a period with this many bases.
  func count(ofBases bases: Int) -> Int {
    positions.isEmpty ? bases * times.count : indices(of: bases * times.count).count
  }

  /// Replaces the contents with another period: `add` appends its days, or its part of a day, in order.
  mutating func fill(_ add: (inout [Int]) -> Void) {
    bases.removeAll(keepingCapacity: true)
    add(&bases)
    if !positions.isEmpty { picked = indices(of: bases.count * times.count).sorted() }
  }

  /// The indices that BYSETPOS selects from a whole set of this size.
  private func indices(of total: Int) -> Set<Int> {
    Set(positions.lazy.map { $0 > 0 ? $0 - 1 : total + $0 }.filter { (0..<total).contains($0) })
  }

  /// The instance at an index, from 0 up to but not including `count`, as wall time in seconds.
  subscript(index: Int) -> Int {
    let position = positions.isEmpty ? index : picked[index]
    let (base, time) = position.quotientAndRemainder(dividingBy: times.count)
    return bases[base] + times[time]
  }

  /// The number of instances before a wall time in seconds.
  func count(before seconds: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
