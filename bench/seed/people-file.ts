import { hashSync } from '@node-rs/argon2'
import { password } from './users.ts'

const first = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Margaret', 'Niklaus']
const last = ['Lovelace', 'Hopper', 'Turing', 'Dijkstra', 'Liskov', 'Knuth', 'Hamilton', 'Wirth']
const rowsAtOnce = 1000

const personOf = (name: string, hash: string, at: number): string => {
  const userId = `${name}-${at}`
  const given = first[at % first.length] ?? ''
  const family = `${last[Math.floor(at / first.length) % last.length] ?? ''}-${at}`
  return `${userId},${given},${family},${userId}@example.test,+4930${1_000_000 + at},${hash}\n`
}

/** A CSV file of people with hashes from another system, piece by piece. */
export function* peopleFile(name: string, rows: number): Generator<string> {
  // The cost of a hash that is taken over does not hang on how it was made.
  const hash = `"${hashSync(password, { memoryCost: 64, timeCost: 1, parallelism: 1 })}"`
  yield 'userId,firstName,lastName,email,mobile,passwordHash\n'
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const many = Math.min(rowsAtOnce, rows - from)
    yield Array.from({ length: many }, (_, at) => personOf(name, hash, from + at)).join('')
  }
}
