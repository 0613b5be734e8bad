import { type Import, importsIn } from './imports.ts'

/** A file of the checkout; its path is relative to the root, with forward slashes. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly imports: readonly Import[]
}

export interface Finding {
  readonly path: string
  readonly message: string
}

/** A rule sees all files at once and says what breaks it. */
export type Rule = (files: readonly SourceFile[]) => Finding[]

const countLines = (text: string): number =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

const isModule = (path: string): boolean => /\.(?:ts|tsx|mjs)$/.test(path)

export const sourceFile = (path: string, text: string): SourceFile => ({
  path,
  text,
  lines: countLines(text),
  imports: isModule(path) ? importsIn(text) : [],
})

/** Code that only tests run: they may reach everything, and no budget of size holds for them. */
export const isTest = (path: string): boolean =>
  /\.test\.tsx?$|\.scenarios\.ts$|^(?:packages\/[^/]+|scripts)\/testing\/|^tests\/|^packages\/server\/src\/security\//.test(
    path,
  )

/** Long by nature: texts, the append-only schema, published test vectors. */
export const isData = (path: string): boolean =>
  /^packages\/phrases\/|\/migrations\/|\/vectors\/|\/fixtures\//.test(path)

export const isCode = ({ path }: SourceFile): boolean => isModule(path)

/** What the budgets hold for. */
export const isProduction = ({ path }: SourceFile): boolean =>
  isModule(path) && !isTest(path) && !isData(path)
