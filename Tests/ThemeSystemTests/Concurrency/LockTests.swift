import Dispatch
import Testing
import ThemeSystem
import ThemeModel

@Suite("Locks and atomics")
struct LockTests {
    struct Refused: Error {}

    @Test("One thread at a time reaches a lock's value")
    func exclusion() {
        let numbers = Lock<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<500 { numbers.withLock { $0.append(thread * 500 + number) } }
        }
        let sorted = numbers.withLock { $0.sorted() }
        #expect(sorted == Array(0..<4000))
    }

    @Test("A lock is released after an error, and keeps earlier changes")
    func errors() {
        let number = Lock(0)
        #expect(throws: Refused.self) {
            try number.withLock { number throws(Refused) in
                number += 1
                throw Refused()
            }
        }
        let kept = number.withLock { $0 }
        #expect(kept == 1)
    }

    @Test("A lock releases its value")
    func release() {
        final class Object: Sendable {}
        weak var object: Object?
        do {
            let made = Object()
            object = made
            let lock = Lock<Object?>(made)
            let isHeld = lock.withLock { $0 === object }
            #expect(isHeld)
        }
        #expect(object == nil)
    }

    @Test("No addition to an atomic integer is lost, and each sum is returned once")
    func additions() {
        let integer = AtomicInteger(-1)
        let sums = Lock<Set<Int>>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<500 {
                let sum = integer.add(1)
                sums.withLock { _ = $0.insert(sum) }
            }
        }
        let sum = integer.value
        #expect(sum == 3999)
        let returned = sums.withLock { $0 }
        #expect(returned == Set(0..<4000))
        integer.store(7)
        let stored = integer.value
        #expect(stored == 7)
    }

    @Test("A flag stays raised")
    func flags() {
        let flag = AtomicFlag()
        let before = flag.isRaised
        flag.raise()
        flag.raise()
        let after = flag.isRaised
        #expect(!before && after)
    }
}
