import { abort } from '@signet/rules/abort'
import { isUserPrincipalName } from '@signet/rules/identifiers'
import { localeOfTag, locales } from '@signet/rules/locales'
import { asciiMail, isMailAddress } from '@signet/rules/mail'
import { bareNumber, extensionFault, hasExtension, phoneForm } from '@signet/rules/phone-form'
import { identifierFault, normaliseIdentifier } from '@signet/rules/precis'
import { hasNoSpaces } from '@signet/rules/text'
import { userTypes } from '@signet/rules/users'
import { z } from 'zod'
import { Instant, Line, Uuid } from '../kit/schemas.ts'
import { UserAttributeValues } from './user-attribute.ts'

export const UserState = z.enum(['ACTIVE', 'INACTIVE', 'REGISTERING']).meta({ id: 'UserState' })
export const UserType = z.enum(userTypes).meta({ id: 'UserType' })
const Severity = z.enum(['OK', 'INFO', 'WARNING', 'ERROR', 'UNKNOWN']).meta({ id: 'Severity' })

/** A user id or alias as typed; compared by PRECIS UsernameCaseMapped (RFC 8265, 3.3). */
const Identifier = Line(256)
  .refine((text) => normaliseIdentifier(text) !== null, identifierFault)
  .meta({ id: 'Identifier' })

/** The user ID of a new user: without spaces (decision 0206). */
const NewUserId = Identifier.refine(hasNoSpaces, identifierFault).meta({ id: 'NewUserId' })

const MailAddress = Line(320).overwrite(asciiMail).refine(isMailAddress, 'is not a mail address')
const PrincipalName = Line(512).refine(isUserPrincipalName, 'is not name@domain')
/**
 * In international form (`+` or `00` and the country code), or in the national form of the tenant's
 * `phoneCountry`; kept as E.164. Digits and dashes of other scripts are taken for the usual ones,
 * `tel:` and marks that are copied with a number are left out.
 */
const Phone = z
  .string()
  .max(64, abort)
  .overwrite(bareNumber)
  .min(1)
  .refine((text) => !hasExtension(text), {
    error: extensionFault,
    ...abort,
  })
  .regex(phoneForm, 'is not a telephone number')

const UserRole = z
  .object({
    id: Uuid,
    name: z.string(),
    /** Which of the built-in roles it is; null for one of the tenant's own. */
    builtIn: z.string().nullable(),
  })
  .meta({ id: 'UserRole' })

export const UserGroup = z.object({ id: Uuid, name: z.string() }).meta({ id: 'UserGroup' })
export const UserOrganization = z
  .object({ id: Uuid, name: z.string() })
  .meta({ id: 'UserOrganization' })

/** Waits to be used by a user who cannot sign in yet; over once `expiresAt` is past. */
export const UserInvitation = z
  .object({
    /** Where it was mailed to; null for a link that was handed over. */
    sentTo: z.string().nullable(),
    createdAt: Instant,
    expiresAt: Instant,
  })
  .meta({ id: 'UserInvitation' })

/** A user as a list shows them. */
export const UserSummary = z
  .object({
    id: Uuid,
    userId: z.string(),
    externalId: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    /** First plus last name, else the first name, else the user id. */
    displayName: z.string(),
    email: z.string().nullable(),
    mobile: z.string().nullable(),
    phone: z.string().nullable(),
    locale: z.string().nullable(),
    type: UserType,
    state: UserState,
    locked: z.boolean(),
    /** LOCKED, else the state. */
    status: z.enum(['LOCKED', 'ACTIVE', 'INACTIVE', 'REGISTERING']),
    severity: Severity,
    /** Beside the state, which an invitation leaves as it is. */
    invitation: UserInvitation.nullable().default(null),
    roles: z.array(UserRole),
    lastAuthenticatedAt: Instant.nullable(),
    createdAt: Instant,
    /** The number in this user's ETag. */
    version: z.int(),
  })
  .meta({ id: 'UserSummary' })

/** Wrong answers that use up one kind of authenticator. */
export const LockedAuthenticator = z
  .object({
    type: z.string(),
    device: z.enum(['KNOWN', 'STRANGE']),
    remainingAttempts: z.int(),
    lockoutDate: Instant,
    lockoutExpiry: Instant.nullable(),
  })
  .meta({ id: 'LockedAuthenticator' })

export const User = UserSummary.extend({
  userAliases: z.array(z.string()),
  /** By name; an administrator limited to groups sees these only. */
  groups: z.array(UserGroup),
  organizations: z.array(UserOrganization),
  emailVerified: z.boolean(),
  emailUndeliverable: z
    .object({ since: Instant, reply: z.string().nullable() })
    .nullable()
    .describe(
      'Set when the mail server permanently rejected the email address as unknown (5.1.x at RCPT), with its reply. Notifications are not sent to the address until it changes, is verified again, accepts an email, or an administrator clears this. Emails that were asked for (codes, magic links, verification, password reset, recovery) are still sent, so that a wrong reply of a mail server locks no user out; answers to those who sign in are the same either way and do not reveal whether the address works.',
    ),
  userPrincipalName: z.string().nullable(),
  securityId: z.string().nullable(),
  directoryType: z.string().nullable(),
  /** Values of attributes that the tenant has defined. */
  userAttributeValues: z.array(z.object({ userAttributeId: z.string(), value: z.string() })),
  lockReason: z.string().nullable(),
  lockedAuthenticators: z.array(LockedAuthenticator),
  /** When the last of the locked authenticators opens again. */
  lockoutExpiry: Instant.nullable(),
  migrated: z.boolean(),
  registrationRequired: z.boolean(),
  verificationRequired: z.boolean(),
  showNotification: z.boolean(),
  updatedAt: Instant,
}).meta({ id: 'User' })

/** Tags of other systems too, with regions and scripts in any spelling: `de_AT`, `zh-Hant-HK`. */
const Language = z.preprocess(
  (tag: string) => (typeof tag === 'string' ? (localeOfTag(tag.trim()) ?? tag) : tag),
  z.enum(locales),
)

const fields = {
  firstName: Line(128),
  lastName: Line(128),
  email: MailAddress,
  mobile: Phone,
  phone: Phone,
  locale: Language,
  externalId: Line(256),
  userPrincipalName: PrincipalName,
  securityId: Line(256),
}
/**
 * Whether the address counts as proven, as for people who were brought along from another system. An
 * address that is changed counts as not proven unless it comes with this.
 */
const EmailVerified = z.boolean().optional()
const flags = {
  registrationRequired: z.boolean().optional(),
  verificationRequired: z.boolean().optional(),
  showNotification: z.boolean().optional(),
}
/** The whole list, by id. */
const GroupIds = z.array(Uuid).max(500, abort)
const Aliases = z.array(Identifier).max(20, abort)

export const NewUser = z
  .object({ ...fields, userAliases: Aliases, groups: GroupIds })
  .partial()
  .extend({
    ...flags,
    emailVerified: EmailVerified,
    userId: NewUserId,
    /** Directory users come from their directory. */
    type: z.enum(['MGMT_UI', 'EXTERNAL']).default('MGMT_UI'),
    state: UserState.default('ACTIVE'),
    password: z.string().min(1).max(1024, abort).optional(),
    /** Whether the first sign-in demands another password. */
    passwordChangeRequired: z.boolean().default(true),
    /** Mails a link by which the user chooses how to sign in; instead of a password. */
    sendInvitation: z.boolean().default(false),
    userAttributeValues: UserAttributeValues.default([]),
  })
  .meta({ id: 'NewUser' })

/** Fields left out stay as they are; null takes a value away. */
export const UserChange = z
  .object({
    firstName: fields.firstName.nullable(),
    lastName: fields.lastName.nullable(),
    email: fields.email.nullable(),
    mobile: fields.mobile.nullable(),
    phone: fields.phone.nullable(),
    locale: fields.locale.nullable(),
    externalId: fields.externalId.nullable(),
    userPrincipalName: fields.userPrincipalName.nullable(),
    securityId: fields.securityId.nullable(),
    /** A changed one has no spaces; an existing one may keep them. */
    userId: Identifier,
    /** The whole list: aliases left out of it go. */
    userAliases: Aliases,
    userAttributeValues: UserAttributeValues,
    /** Groups left out of it are left; those an administrator does not know of stay. */
    groups: GroupIds,
  })
  .partial()
  .extend({
    ...flags,
    emailVerified: EmailVerified,
    emailUndeliverable: z
      .null()
      .optional()
      .describe('Null: the address counts as deliverable, and notifications are sent to it again.'),
  })
  .meta({ id: 'UserChange' })
