import { oneOf } from './membership.ts'

/**
 * Where the value of a variable may stand: `text` anywhere that text may, `lines` where running text
 * does, `url` in links and texts, `colour` in styles, `mark` in running text, as picture or name.
 */
export type VariableKind = 'text' | 'lines' | 'url' | 'colour' | 'mark'

/** Variables that every mail has. */
export const commonVariables = {
  name: 'text',
  company: 'text',
  url: 'url',
  resetUrl: 'url',
  /** Where people decide about what applications ask them for. */
  requestsUrl: 'url',
  signature: 'text',
  support: 'text',
  footer: 'text',
  brand: 'mark',
  accent: 'colour',
  onAccent: 'colour',
  link: 'colour',
  darkLink: 'colour',
} as const satisfies Record<string, VariableKind>

/** Of these an administrator writes the values, language by language. */
export const writtenVariables = ['signature', 'support', 'footer'] as const
export type WrittenVariable = (typeof writtenVariables)[number]

interface TemplateFacts {
  /** What this mail knows beside the common variables; all of it text, but for a link. */
  readonly variables: readonly string[]
  /** The variable that the button leads to; null for a mail without a button. */
  readonly action:
    | 'requestsUrl'
    | 'url'
    | 'resetUrl'
    | 'setupUrl'
    | 'confirmUrl'
    | 'magicUrl'
    | 'appUrl'
    | 'claimUrl'
    | null
}

const circumstances = ['at', 'address', 'browser'] as const

const notice = (
  action: TemplateFacts['action'],
  variables: readonly string[] = [],
): TemplateFacts => ({ variables: [...variables, ...circumstances], action })

/** Every kind of mail that is sent. A subject that sends another one adds a line and its texts. */
export const emailTemplates = {
  code: notice('url', ['code', 'validity']),
  contactCode: notice(null, ['code', 'validity']),
  magicLink: notice('magicUrl', ['magicUrl', 'validity']),
  mailChanged: notice(null),
  newDevice: notice('url'),
  machineCopied: notice('url'),
  pushConcern: notice('resetUrl'),
  pushesPaused: notice('resetUrl'),
  signInAsked: notice('requestsUrl', ['application']),
  passwordChanged: notice('resetUrl'),
  passwordReset: notice('resetUrl'),
  passwordRequested: notice('resetUrl'),
  recoveryCodeUsed: notice('url', ['remaining']),
  recoveryCodesCreated: notice('url'),
  recoveryCodesRemoved: notice(null),
  temporaryCodeCreated: notice(null),
  questionsChanged: notice(null),
  tokenActivation: notice('appUrl', ['appUrl', 'validity']),
  tokenAdded: notice('url', ['label']),
  tokenRemoved: notice('url', ['label']),
  hardwareTokenAssigned: notice('url', ['label']),
  hardwareTokenActivated: notice('url', ['label']),
  hardwareTokenRemoved: notice('url', ['label']),
  passkeyAdded: notice('url', ['label']),
  passkeyRemoved: notice('url', ['label']),
  identityLinked: notice('url', ['label']),
  identityUnlinked: notice('url', ['label']),
  gridAdded: notice('url', ['label']),
  gridRetired: notice('url', ['label']),
  gridCard: notice('url', ['label']),
  cardReady: { variables: ['label', 'at'], action: null },
  flashPass: { variables: ['label', 'claimUrl', 'until'], action: 'claimUrl' },
  administratorRecovery: notice('url', ['administrator']),
  administratorInvited: { variables: ['provider', 'setupUrl', 'at'], action: 'setupUrl' },
  invitation: { variables: ['setupUrl', 'until', 'at'], action: 'setupUrl' },
  invitationLinkCreated: notice(null),
  administration: notice('url', ['change', 'actor']),
  signUp: notice('confirmUrl', ['confirmUrl']),
  signUpKnown: notice('url'),
  webhookSwitchedOff: notice('url', ['webhook', 'target']),
  scheduledReport: { variables: ['report', 'at'], action: 'url' },
  taskFailed: notice('url', ['task', 'reason']),
  printerAlert: { variables: ['printers', 'at'], action: 'url' },
  printerRecovered: { variables: ['printers', 'at'], action: 'url' },
  mailServerTest: notice('confirmUrl', ['confirmUrl', 'code']),
  supportRequest: { variables: ['topic', 'message', 'sender', 'at'], action: null },
} as const satisfies Record<string, TemplateFacts>

export type EmailTemplateType = keyof typeof emailTemplates

export const emailTemplateTypes = [
  'code',
  'contactCode',
  'magicLink',
  'mailChanged',
  'newDevice',
  'machineCopied',
  'pushConcern',
  'pushesPaused',
  'signInAsked',
  'passwordChanged',
  'passwordReset',
  'passwordRequested',
  'recoveryCodeUsed',
  'recoveryCodesCreated',
  'recoveryCodesRemoved',
  'temporaryCodeCreated',
  'questionsChanged',
  'tokenActivation',
  'tokenAdded',
  'tokenRemoved',
  'hardwareTokenAssigned',
  'hardwareTokenActivated',
  'hardwareTokenRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'identityLinked',
  'identityUnlinked',
  'gridAdded',
  'gridRetired',
  'gridCard',
  'cardReady',
  'flashPass',
  'administratorRecovery',
  'administratorInvited',
  'invitation',
  'invitationLinkCreated',
  'administration',
  'signUp',
  'signUpKnown',
  'webhookSwitchedOff',
  'scheduledReport',
  'taskFailed',
  'printerAlert',
  'printerRecovered',
  'mailServerTest',
  'supportRequest',
] as const satisfies readonly EmailTemplateType[]

export const isEmailTemplateType = oneOf(emailTemplateTypes)

/** Variables whose value lets its reader in: never kept, and not for the subject line. */
export const bearerVariables: readonly string[] = [
  'code',
  'setupUrl',
  'confirmUrl',
  'magicUrl',
  'appUrl',
  'claimUrl',
]

/** Variables whose value may be long and have lines. */
const longVariables: readonly string[] = ['message', 'printers']

/** Variables that lead somewhere. */
const linkVariables: readonly string[] = [
  'setupUrl',
  'confirmUrl',
  'magicUrl',
  'appUrl',
  'claimUrl',
]

const kindOf = (name: string): VariableKind => {
  if (linkVariables.includes(name)) return 'url'
  return longVariables.includes(name) ? 'lines' : 'text'
}

/** The variables of a mail, each with where it may stand. */
export const variablesOf = (type: EmailTemplateType): ReadonlyMap<string, VariableKind> =>
  new Map<string, VariableKind>([
    ...emailTemplates[type].variables.map((name) => [name, kindOf(name)] as const),
    ...Object.entries(commonVariables),
  ])

export const longestSubject = 200
export const longestBody = 60_000
export const longestText = 20_000
export const longestValue = 500
