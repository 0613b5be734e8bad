import type { Block } from './markdown.ts'

/** Why a block is not run; the comment directly before it says so. */
export const reasons = ['output', 'part of a file', 'needs another machine', 'destroys'] as const
export type Reason = (typeof reasons)[number]

/** Whole commands: without remarks, with the lines that `\` continues. */
const commandsOf = (text: string): string[] =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')

const ours = /^(?:[A-Z_]+=\S* )*(?:npm|npx|node|curl .*\bhttp:\/\/localhost[:/])/
const isOurs = (command: string): boolean => ours.test(command)
const isSetting = (command: string): boolean => /^export [A-Z_]+=/.test(command)

/** What a newcomer types: `npm`, `npx`, `node`, `curl` to this machine, and variables for them. */
const isTyped = (block: Block): boolean => {
  const commands = commandsOf(block.text)
  return commands.some(isOurs) && commands.every((each) => isOurs(each) || isSetting(each))
}

const reasonOf = ({ comment }: Block): Reason | undefined =>
  reasons.find((reason) => reason === comment)

/** Commands may be impossible here, but they are never an illustration alone. */
const mayStay = (block: Block, reason: Reason): boolean =>
  !commandsOf(block.text).some(isOurs) || ['needs another machine', 'destroys'].includes(reason)

/** Whether a block is run, why it is not, or what is wrong with it. */
export const judge = (block: Block): Reason | 'run' | 'unexplained' => {
  const reason = reasonOf(block)
  if (reason === undefined) return isTyped(block) ? 'run' : 'unexplained'
  return mayStay(block, reason) ? reason : 'unexplained'
}

export const isServing = ({ text }: Block): boolean =>
  /\bnpm (?:start|run (?:sample|radius|site-agent))\b.*$/.test(commandsOf(text).at(-1) ?? '')

/** It asks a service that runs. */
export const isAsking = ({ text }: Block): boolean =>
  commandsOf(text).every((command) => command.startsWith('curl '))

/** It reads what the demonstration has left. */
export const needsDemonstration = ({ blocks }: { blocks: readonly Block[] }): boolean =>
  blocks.some((block) => judge(block) === 'run' && block.text.includes('data-demo/'))
