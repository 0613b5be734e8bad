import { type Part, type Parts, partsOf } from './parts.ts'
import { resolveOwn } from './resolve.ts'
import { isCode, isTest, type SourceFile } from './source-file.ts'

/** What the programs come to, name by name. */
export interface Reach {
  readonly isDeclared: (path: string, name: string) => boolean
  /** Whether something that runs mentions what a file declares under this name. */
  readonly isReached: (path: string, name: string) => boolean
  /** Whether what mentions it mentions this member as well. */
  readonly isMemberReached: (path: string, name: string, member: string) => boolean
}

/** Packages with a program of their own; the others only serve these. */
const programs = /^packages\/(?:server|console|signin|authenticator|radius|site-agent)\//

const words = (text: string): ReadonlySet<string> => new Set(text.match(/[A-Za-z_$][\w$]*/g) ?? [])
/** The words that are no member of something: behind no dot, but for the dots of a spread. */
const names = (text: string): ReadonlySet<string> =>
  words(text.replace(/(?<!\.)\.\s*[A-Za-z_$][\w$]*/g, ' '))

const dynamic = /\bimport\(\s*'(?<specifier>[^']+)'/g
const address = /\bnew URL\(\s*'(?<specifier>\.[^']+)'\s*,\s*import\.meta\.url/g

const targetsIn = ({ path, text }: Part, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(
    ({ groups }) => resolveOwn(path, groups?.['specifier'] ?? '') ?? [],
  )

class Walk {
  readonly #files: ReadonlyMap<string, Parts>
  readonly #loaded = new Set<string>()
  readonly #queued = new Set<Part>()
  readonly #mentioners = new Map<Part, Part[]>()

  constructor(files: ReadonlyMap<string, Parts>) {
    this.#files = files
  }

  declared(path: string, name: string): readonly Part[] {
    return this.#files.get(path)?.parts.filter((part) => part.name === name) ?? []
  }

  mentioners(path: string, name: string): readonly Part[] {
    return this.declared(path, name).flatMap((part) => this.#mentioners.get(part) ?? [])
  }

  /** Of a program, or of what is started by its address, everything runs. */
  start(path: string): void {
    const file = this.#files.get(path)
    if (file === undefined) return
    this.#load(path)
    for (const part of file.parts) this.#queued.add(part)
    for (const { path: from, name } of file.handedOn.values()) this.#follow(from, name, null)
  }

  /** A set is read in the order in which it grows, and to its end. */
  finish(): void {
    for (const part of this.#queued) this.#read(part)
  }

  #load(path: string): void {
    const file = this.#files.get(path)
    if (file === undefined || this.#loaded.has(path)) return
    this.#loaded.add(path)
    for (const part of file.parts) if (part.name === null) this.#queued.add(part)
    for (const target of file.loads) this.#load(target)
  }

  /** Finds the declaration of a name in a file that declares, takes or hands it on. */
  #follow(path: string, name: string, by: Part | null): void {
    const file = this.#files.get(path)
    if (file === undefined) return
    this.#load(path)
    if (name === '*') return this.#followAll(file, by)
    const declared = this.declared(path, name)
    for (const part of declared) this.#mention(part, by)
    if (declared.length > 0) return
    const onward = [file.handedOn.get(name), file.taken.get(name)].find(
      (one) => one !== undefined && (one.path !== path || one.name !== name),
    )
    if (onward !== undefined) return this.#follow(onward.path, onward.name, by)
    for (const star of file.stars) this.#follow(star, name, by)
  }

  #followAll(file: Parts, by: Part | null): void {
    const exported = file.parts.filter(({ text }) => text.startsWith('export '))
    for (const part of exported) this.#mention(part, by)
    for (const { path, name } of file.handedOn.values()) this.#follow(path, name, by)
    for (const star of file.stars) this.#follow(star, '*', by)
  }

  #mention(part: Part, by: Part | null): void {
    this.#queued.add(part)
    if (by === null || by === part) return
    this.#mentioners.set(part, [...(this.#mentioners.get(part) ?? []), by])
  }

  #read(part: Part): void {
    const file = this.#files.get(part.path)
    if (file === undefined) return
    const declared = new Set(file.parts.map(({ name }) => name))
    for (const name of names(part.text)) {
      const taken = file.taken.get(name)
      if (taken?.name === '*') this.#readNamespace(part, name, taken.path)
      else if (taken !== undefined) this.#follow(taken.path, taken.name, part)
      else if (declared.has(name) && name !== part.name) this.#follow(part.path, name, part)
    }
    for (const path of targetsIn(part, dynamic)) this.#readModule(part, path)
    for (const path of targetsIn(part, address)) this.start(path)
  }

  /** The members that are named, or all where the namespace is handed on as a whole. */
  #readNamespace(part: Part, local: string, path: string): void {
    const member = new RegExp(String.raw`(?<![\w$])${local}\??\.([\w$]+)`, 'g')
    for (const [, name = ''] of part.text.matchAll(member)) this.#follow(path, name, part)
    const whole = new RegExp(String.raw`(?<![\w$])${local}(?![\w$]|\??\.[\w$])`)
    if (whole.test(part.text)) this.#follow(path, '*', part)
  }

  /** Of a module that is imported as it is needed, what is named beside it; else all. */
  #readModule(part: Part, path: string): void {
    const used = words(part.text)
    const exported = this.#files.get(path)?.parts.filter(({ text }) => text.startsWith('export '))
    const named = (exported ?? [])
      .flatMap(({ name }) => name ?? [])
      .filter((name) => used.has(name))
    for (const name of named.length === 0 ? ['*'] : named) this.#follow(path, name, part)
  }
}

const isProduct = (file: SourceFile): boolean =>
  file.path.startsWith('packages/') && isCode(file) && !isTest(file.path)

/** Begins with the programs: the files of these packages that no other file of the product names. */
export const reachOf = (all: readonly SourceFile[]): Reach => {
  const files = all.filter(isProduct)
  const named = new Set(
    files.flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier }) => resolveOwn(path, specifier) ?? []),
    ),
  )
  const walk = new Walk(new Map(files.map((file) => [file.path, partsOf(file)])))
  for (const { path } of files) if (programs.test(path) && !named.has(path)) walk.start(path)
  walk.finish()
  return {
    isDeclared: (path, name) => walk.declared(path, name).length > 0,
    isReached: (path, name) => walk.mentioners(path, name).length > 0,
    isMemberReached: (path, name, member) =>
      walk.mentioners(path, name).some(({ text }) => words(text).has(member)),
  }
}
