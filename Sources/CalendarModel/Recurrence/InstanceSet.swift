/// The instances of one period, in order: every time on every day. BYSETPOS may select only some of these.
struct InstanceSet {
  /// The start of each day of the period as a wall time in seconds; for HOURLY and shorter rules, the start of
  /// the period itself. Each instance is one of these plus one of `times`.
  private(set) var bases: [Int] = []
  let times: ClockTimes
  /// BYSETPOS; empty if there is none.
  private let positions: [Int]
  /// If there is a BYSETPOS, the indices that it selects from the whole set.
  private var selectedIndices: [Int] = []

  init(times: ClockTimes, positions: [Int]) {
    self.times = times
    self.positions = positions
  }

  /// The number of instances.
  var count: Int { positions.isEmpty ? bases.count * times.count : selectedIndices.count }

  /// Returns the number of instances in a period with the given number of bases.
  func count(withBaseCount baseCount: Int) -> Int {
    positions.isEmpty ? baseCount * times.count : indices(of: baseCount * times.count).count
  }

  /// Replaces the contents with the instances of a different period. `add` appends the bases of that period,
  /// in order.
  mutating func fill(_ add: (inout [Int]) -> Void) {
    bases.removeAll(keepingCapacity: true)
    add(&bases)
    if !positions.isEmpty { selectedIndices = indices(of: bases.count * times.count).sorted() }
  }

  /// Returns the indices that BYSETPOS selects from a whole set of the given size.
  private func indices(of total: Int) -> Set<Int> {
    Set(positions.lazy.map { $0 > 0 ? $0 - 1 : total + $0 }.filter { (0..<total).contains($0) })
  }

  /// The instance at an index, from 0 up to but not including `count`, as a wall time in seconds.
  subscript(index: Int) -> Int {
    let position = positions.isEmpty ? index : selectedIndices[index]
    let (base, time) = position.quotientAndRemainder(dividingBy: times.count)
    return bases[base] + times[time]
  }

  /// Returns the number of instances before a wall time in seconds.
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
