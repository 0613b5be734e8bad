import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../', import.meta.url))

/** They describe declarations to readers; no request passes through them. */
const documents = ['app/openapi.ts', 'app/help.ts']

const files = (): string[] =>
  globSync(['{kit,app}/*.ts', 'modules/access/sign-in/guesses.ts'], { cwd: source }).filter(
    (path) => !path.endsWith('.test.ts') && !documents.includes(path),
  )

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

/** `{ actor, tab: shown = 'x' }` names `actor` and `tab`. */
const namesIn = (pattern: string): string[] =>
  pattern
    .split(',')
    .map((part) => part.trim().split(/[\s:=]/, 1)[0] ?? '')
    .filter((name) => name !== '')

const destructured = [
  /\{([^{}]*)\}: Endpoint\b/g,
  /\{([^{}]*)\} = (?:\w+\.)?endpoint\b/g,
  /\bendpoint: \{([^{}]*)\}/g,
]

export interface Reads {
  readonly properties: ReadonlySet<string>
  /** Places where a declaration has another name or is read by a computed one. */
  readonly hidden: readonly string[]
}

/** The properties of a declaration that the code between a request and its service reads. */
export const declarationReads = (): Reads => {
  const properties = new Set<string>()
  const hidden: string[] = []
  for (const path of files()) {
    const text = readFileSync(`${source}${path}`, 'utf8')
    for (const name of all(text, /\bendpoint\??\.(\w+)/g)) properties.add(name)
    for (const pattern of destructured) {
      for (const names of all(text, pattern))
        for (const name of namesIn(names)) properties.add(name)
    }
    const others = all(text, /\b(\w+): Endpoint\b/g).filter((name) => name !== 'endpoint')
    hidden.push(...[...others, ...all(text, /\b(endpoint\[)/g)].map((name) => `${path}: ${name}`))
  }
  return { properties, hidden }
}
