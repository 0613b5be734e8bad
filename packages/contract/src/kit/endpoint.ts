import type { CallerType } from '@signet/rules/applications'
import type { Need } from '@signet/rules/permissions'
import type { UserTab } from '@signet/rules/users'
import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import type { OrdinaryKind } from './ordinary.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
/** Which published document an endpoint belongs to. */
export type Api = 'administration' | 'authentication' | 'issuance'
/**
 * Which budget of requests a call draws from (`rules/src/request-limits.ts` holds the numbers). `agent`:
 * a process that asks for many people, and counts the guesses of each elsewhere.
 */
export type LimitClass = 'read' | 'search' | 'change' | 'authenticate' | 'heavy' | 'agent'

/**
 * Who may call: anyone, any signed-in user for themself, or a principal that holds `needs` or one of
 * `orNeeds`.
 */
type Access =
  | { readonly actor: 'public' | 'user'; readonly needs?: undefined; readonly ordinary?: undefined }
  | ({
      readonly actor: 'admin' | 'provider'
      readonly needs: Need
      readonly orNeeds?: readonly Need[]
    } & Proof)

/** An administrator's call that changes something asks for a fresh proof, or says why it does not. */
type Proof =
  | { readonly method: 'GET'; readonly ordinary?: undefined }
  | { readonly audit: null; readonly ordinary?: undefined }
  | { readonly sensitive: true; readonly ordinary?: undefined }
  | {
      readonly method: Exclude<Method, 'GET'>
      readonly audit: string
      readonly sensitive?: undefined
      readonly ordinary: OrdinaryKind
    }

/** The permissions of which a caller needs one; empty where none is asked for. */
export const needsOf = (endpoint: Endpoint): readonly Need[] =>
  endpoint.needs === undefined ? [] : [endpoint.needs, ...(endpoint.orNeeds ?? [])]

/** What a call may fail with, beside the general errors. */
const errorsOf = ({ errors, sensitive }: Endpoint): readonly ErrorCode[] =>
  sensitive === true ? [...new Set<ErrorCode>([...errors, 'step_up_required'])] : errors

/** Whether a repeat of a call with the same `Idempotency-Key` is answered as the first one was. */
export const takesIdempotencyKey = (endpoint: Endpoint): boolean =>
  endpoint.method === 'POST' &&
  endpoint.actor !== 'public' &&
  endpoint.audit !== null &&
  endpoint.produces === undefined &&
  endpoint.redirects === undefined

const errorsOfKey = (endpoint: Endpoint): readonly ErrorCode[] =>
  takesIdempotencyKey(endpoint) ? ['idempotency_key_in_use', 'idempotency_key_reused'] : []

const errorsOfBody = ({ body, consumes, method }: Endpoint): readonly ErrorCode[] => {
  if (body === undefined) return []
  const ofContent = ['request_too_large', 'unsupported_media_type'] as const
  if (consumes !== undefined) return ofContent
  return [...ofContent, 'unrecognized_keys', ...(method === 'POST' ? [] : ['read_only' as const])]
}

const errorsOfSessions = ({ actor, whileDue, whileLocked }: Endpoint): readonly ErrorCode[] => {
  if (actor === 'public') return whileLocked === true ? [] : ['account_locked']
  const always = [
    'invalid_web_session',
    'invalid_session_token',
    'expired_session_token',
    'use_dpop_nonce',
    'access_denied',
    'account_locked',
  ] as const
  return whileDue === true ? always : [...always, 'setup_required']
}

/** As `errorsOf`, with the general errors. */
export const everyErrorOf = (endpoint: Endpoint): readonly ErrorCode[] => {
  const general = [
    'hostname_not_found',
    'invalid_parameters',
    'too_many_requests',
    'general_error',
    'service_unavailable',
  ] as const
  return [
    ...new Set<ErrorCode>([
      ...errorsOf(endpoint),
      ...general,
      ...errorsOfBody(endpoint),
      ...errorsOfKey(endpoint),
      ...errorsOfSessions(endpoint),
    ]),
  ]
}

/** Whether a call heeds `If-Match`. */
export const takesVersion = ({ errors }: Endpoint): boolean =>
  errors.includes('precondition_failed')

/** Whether a GET leaves everything as it was, the audit log too: HEAD is answered there alone. */
export const isSafeGet = ({ audit, changesOnGet }: Endpoint): boolean =>
  audit === null && changesOnGet === undefined

/** What calls are about, as the OpenAPI description says it. */
export interface About {
  /** What `:id` is the ID of: `group`. */
  readonly noun: string
  /** The tag of the calls; without it, the first segment of their path finds it. */
  readonly tag?: { readonly name: string; readonly description: string }
}

interface Shape {
  readonly about?: About
  readonly method: Method
  /** Fastify notation: `/api/web/v3/users/:id`. */
  readonly path: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The media type of the body; JSON otherwise. */
  readonly consumes?: 'text/plain'
  /** What leaves; fields outside it are stripped. `noContent` answers 204. */
  readonly answer: z.ZodType
  /** The media type of a streamed file; JSON otherwise. `answer` then stands for its text. */
  readonly produces?:
    | 'text/csv'
    | 'application/gzip'
    | 'application/pdf'
    | 'application/vnd.apple.pkpass'
    | 'text/plain'
    | 'text/html'
    | 'application/samlmetadata+xml'
    | 'text/xml'
  /** Answers 303: the browser is led on. */
  readonly redirects?: true
  readonly errors: readonly ErrorCode[]
  /** The audit action a successful call writes; null for one that changes nothing. */
  readonly audit: string | null
  readonly limit: LimitClass
  /** A GET that changes something without an audit event, by its standard or by specification. */
  readonly changesOnGet?: true
  /** Open to somebody who has to register, or to prove an address, before anything else. */
  readonly whileDue?: true
  /** A public call that a locked tenant answers; the others answer `account_locked`. */
  readonly whileLocked?: true
  /** The tab of the user portal that it belongs to: refused where the tenant does not show it. */
  readonly tab?: UserTab
  /** Applications of these kinds may call it, whatever they are permitted else. */
  readonly alsoFor?: readonly CallerType[]
  /** A call of users that is open to a provider under a support grant, whatever the grant permits. */
  readonly forSupport?: true
  /**
   * Asks people for a fresh proof (`step_up_required`) before it changes who may do or see what.
   * API applications have no one to ask: they prove their secret each time.
   */
  readonly sensitive?: true
  /** Why administrators make it without a fresh proof, though it changes something. */
  readonly ordinary?: OrdinaryKind | undefined
  /** Secrets that this answer shows on purpose (POST, `no-store`, its own audit event). */
  readonly reveals?: readonly string[]
  /** Answers 201: the path of what it creates; `:name` is filled from the answer, else from params. */
  readonly location?: string
  /** Whether the answer has an `ETag`, where its schema does not say so (`app/openapi/versions.ts`). */
  readonly versioned?: boolean
  /** A token of client registration (RFC 7591, 7592) that the call takes as bearer token. */
  readonly credential?: 'initial' | 'registration'
  readonly api?: Api
  readonly summary: string
  readonly description?: string
  /** The catalogue's id of a call whose path the specification leaves open. */
  readonly catalogueId?: string
}

export type Endpoint = Shape & Access

/** Declares one call of the wire; server, OpenAPI documents and console read it. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared

export type ParamsOf<E extends Endpoint> = E extends { params: z.ZodType }
  ? z.output<E['params']>
  : Record<string, never>
export type QueryOf<E extends Endpoint> = E extends { query: z.ZodType }
  ? z.output<E['query']>
  : Record<string, never>
export type BodyOf<E extends Endpoint> = E extends { body: z.ZodType }
  ? z.output<E['body']>
  : undefined
/** What a handler returns (before the answer's schema parses it). */
export type AnswerOf<E extends Endpoint> = z.input<E['answer']>
/** What a client receives. */
export type ReceivedOf<E extends Endpoint> = z.output<E['answer']>

export interface Input<E extends Endpoint> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
}
