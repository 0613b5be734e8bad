import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Budget, TooManySteps } from './budget.ts'
import { execute } from './machine.ts'
import { parsePattern } from './parse.ts'
import { assemble, type Instruction } from './program.ts'
import { type Node, UnsupportedPattern } from './syntax.ts'

const counts = ['*', '+', '?', '*?', '{0}', '{2}', '{1000}', '{0,1000}', '{999,}', '{1,40}?']
const atoms = ['', 'a', '.', '[ab]', '^', '$', '\\b', '(?:)', '()', '(?:a?)', 'a*', 'a?b?']

/** Sources of many levels, with repetition of parts that may be empty. */
const anySource: fc.Arbitrary<string> = fc
  .letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 8 },
      fc.constantFrom(...atoms),
      fc
        .tuple(tie('node'), fc.constantFrom(...counts))
        .map(([item, count]) => `(?:${item})${count}`),
      fc.tuple(tie('node'), fc.constantFrom(...counts)).map(([item, count]) => `(${item})${count}`),
      fc.tuple(tie('node'), tie('node')).map(([left, right]) => `${left}(?:${right}|${left})`),
    ),
  }))
  .node.filter((source) => source.length <= 500)

const isRefusal = (error: unknown): boolean =>
  error instanceof TooManySteps || error instanceof UnsupportedPattern

/** What the work gives; null where it ends for its cost, and nothing else ends it. */
const bounded = <Answer>(work: () => Answer): Answer | null => {
  try {
    return work()
  } catch (error) {
    expect(isRefusal(error), String(error)).toBe(true)
    return null
  }
}

/** Counts by itself what is looked at, and ends work that nothing else ends. */
class Meter {
  private readonly most: number
  seen = 0

  constructor(most: number) {
    this.most = most
  }

  see(): void {
    this.seen += 1
    if (this.seen > this.most) throw new Error(`more than ${this.most} steps`)
  }
}

/** The tree, each of whose nodes is counted whenever it is written out. */
const metered = (node: Node, meter: Meter): Node => {
  const seen = <Inner>(inner: Inner): Inner => {
    meter.see()
    return inner
  }
  switch (node.kind) {
    case 'sequence': {
      const items = node.items.map((item) => metered(item, meter))
      return {
        kind: 'sequence',
        get items() {
          return seen(items)
        },
      }
    }
    case 'choice': {
      const options = node.options.map((option) => metered(option, meter))
      return {
        kind: 'choice',
        get options() {
          return seen(options)
        },
      }
    }
    case 'group': {
      const item = metered(node.item, meter)
      return {
        kind: 'group',
        index: node.index,
        get item() {
          return seen(item)
        },
      }
    }
    case 'repeat': {
      const item = metered(node.item, meter)
      return {
        ...node,
        get item() {
          return seen(item)
        },
      }
    }
    default:
      return node
  }
}

/** The program, each of whose instructions is counted whenever it is read. */
const meteredProgram = (program: readonly Instruction[], meter: Meter): readonly Instruction[] =>
  new Proxy(program, {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) meter.see()
      return Reflect.get(target, name)
    },
  })

const compile = (source: string): readonly Instruction[] | null =>
  bounded(() => {
    const budget = new Budget(20_000)
    return assemble(parsePattern(source, budget).root, budget)
  })

describe('the steps of a pattern', () => {
  test('are bounded by its length where it is parsed', () => {
    fc.assert(
      fc.property(anySource, (source) => {
        const budget = new Budget(1_000_000)
        bounded(() => parsePattern(source, budget))
        expect(budget.taken).toBeLessThanOrEqual(Math.max(source.length, '(?:)'.length) + 1)
      }),
      { numRuns: 500 },
    )
    expect(() => parsePattern('a'.repeat(30), new Budget(20))).toThrow(TooManySteps)
  })

  test('are bounded where it is written out, also where nothing comes of them', () => {
    fc.assert(
      fc.property(anySource, (source) => {
        const meter = new Meter(1100)
        const tree = bounded(() => parsePattern(source, new Budget(10_000)).root)
        if (tree === null) return
        bounded(() => assemble(metered(tree, meter), new Budget(1000)))
      }),
      { numRuns: 2000 },
    )
  })

  test('are bounded where it is matched', () => {
    fc.assert(
      fc.property(anySource, fc.constantFrom('', 'ab', 'a'.repeat(400)), (source, text) => {
        const program = compile(source)
        if (program === null) return
        const meter = new Meter(2 * 5000 + 1)
        const characters = Array.from(text)
        const budget = new Budget(5000)
        bounded(() => execute({ program: meteredProgram(program, meter), characters, budget }, 0))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['(?:(?:(?:){1000}){1000}){1000}', false],
    ['(?:(?:(?:){0,1000}){1000}){1000}', false],
    ['((a?){1000}){1000}', false],
    ['(?:(?:){1000}){1000}', false],
    ['(?:){1000}', true],
    ['(?:)*', true],
    ['(?:(?:)*)*', true],
    ['(?:a?){2}(?:(?:b*)*)+', true],
  ])('decide whether %s is taken', (source, isTaken) => {
    expect(compile(source) !== null).toBe(isTaken)
  })

  test('are not spent on groups that no replacement can name', () => {
    expect(compile('()'.repeat(99))).not.toBeNull()
    expect(compile('()'.repeat(100))).toBeNull()
  })

  test('are counted for the groups that a thread carries', () => {
    const program = compile(`(?:${'()'.repeat(99)}a)*`) ?? []
    const budget = new Budget(1_000_000)
    execute({ program, characters: Array.from('a'.repeat(50)), budget }, 0)
    expect(budget.taken).toBeGreaterThan(50 * 198 * 10)
  })
})
