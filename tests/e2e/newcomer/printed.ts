/** The last line of a start: that it is ready, or the link by which it is set up. */
export const hasStarted = /^Ready\.$|^https?:\/\/\S+\/setup\/\S+$/

/** The setup link in the last line, while the service has no administrator. */
export const setupLink = /^Ready\. Set up the first administrator .*:\n(http\S+)$/m

/** What a person reads: from the name of the service on, without the log. */
const readLines = (lines: readonly string[]): string =>
  lines
    .slice(lines.findIndex((line) => /^Signet \S+: /.test(line)))
    .filter((line) => !/^\{|^Ready\.$/.test(line))
    .join('\n')

const account = /^ {2}(\S+) {2,}(\S.*)$/gm
const link = /https?:\/\/[^\s,)]+/g
const secret = /(?<=password )\S+(?=:$)|\b[A-Z2-7]{16,}\b/gm
const command = /\b(?:npm|npx|node) [\w./:-]+(?: [\w./:-]+)*/g

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([whole]) => whole)

/** An account, and the link beside it where it has one. */
export interface PrintedAccount {
  readonly line: string
  readonly userId: string
  readonly link: string | null
}

/**
 * What a start has printed. A walk reads its lines and says what it has used; what is left over at
 * the end is something that a newcomer is given and no walk has tried.
 */
export const readPrinted = (lines: readonly string[]) => {
  const text = readLines(lines)
  const accounts: readonly PrintedAccount[] = [...text.matchAll(account)].map(
    ([line, userId = '', rest = '']) => ({ line, userId, link: found(rest, link)[0] ?? null }),
  )
  const isUsed = new Set<string>()
  const isKnown = new Set(accounts.map(({ line }) => line))
  return {
    accounts,
    /** What the group of this form holds. @throws where no line is like it */
    read: (form: RegExp): string => {
      const match = form.exec(text)
      if (match === null) throw new Error(`no line like ${form} in:\n${text}`)
      for (const line of match[0].split('\n')) isKnown.add(line)
      return match[1] ?? ''
    },
    /** Says that an account, link, secret or command was used. */
    used: (item: string): void => void isUsed.add(item),
    /** Lines that no walk has read, and what of the others none has used. */
    unused: (): string[] => [
      ...text.split('\n').filter((line) => !isKnown.has(line)),
      ...[
        ...accounts.map(({ userId }) => userId),
        ...[link, secret, command].flatMap((pattern) => found(text, pattern)),
      ].filter((item) => !isUsed.has(item)),
    ],
  }
}

export type Printed = ReturnType<typeof readPrinted>
