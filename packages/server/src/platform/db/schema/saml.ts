import type { SamlSignatureAlgorithm } from '@signet/rules/applications'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export interface SamlAttributeSetting {
  readonly name: string
  readonly friendlyName: string
  readonly nameFormat: 'basic' | 'uri' | 'unspecified'
  readonly source: 'USER_ATTRIBUTE' | 'CONSTANT' | 'GROUPS' | 'ROLES'
  readonly value: string
  readonly filter: string | null
}

/** What an application's messages look like, and where they go. */
export interface SamlSettings {
  readonly assertionConsumers: readonly { readonly index: number; readonly url: string }[]
  readonly idpInitiated: boolean
  readonly defaultRelayState: string
  readonly logoutUrl: string | null
  readonly logoutResponseUrl: string | null
  readonly logoutBinding: 'REDIRECT' | 'POST' | 'SOAP'
  readonly nameIdFormat:
    | 'persistent'
    | 'unspecified'
    | 'email'
    | 'transient'
    | 'kerberos'
    | 'x509'
    | 'windows'
  readonly nameIdAttribute: string
  readonly nameIdFilter: string | null
  readonly attributes: readonly SamlAttributeSetting[]
  readonly signAssertion: boolean
  readonly signResponse: boolean
  readonly signatureAlgorithm: SamlSignatureAlgorithm
  readonly digestAlgorithm: 'SHA1' | 'SHA256' | 'SHA512'
  readonly encryptAssertion: boolean
  readonly encryptionAlgorithm: 'AES256_GCM' | 'AES128_GCM' | 'AES256_CBC' | 'AES128_CBC'
  /** DER in base64, as the signing ones. */
  readonly encryptionCertificate: string | null
  readonly requireSignedRequests: boolean
  readonly signingCertificates: readonly string[]
  readonly assertionTtlSeconds: number
  /** Requests get the format above, whichever they ask for. */
  readonly ignoresNameIdPolicy: boolean
  /** Formats that a request may ask for beside the one above. */
  readonly allowedNameIdFormats: readonly SamlSettings['nameIdFormat'][]
}

/** Settings that rows of former releases lack. */
export const laterSettings = {
  ignoresNameIdPolicy: false,
  allowedNameIdFormats: [],
} satisfies Partial<SamlSettings>

export interface SamlApplicationRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  description: string
  enabled: boolean
  logo_uri: string | null
  entity_id: string
  /** Of those with this entity ID, the one that a request without a consumer means. */
  entity_default: Generated<boolean>
  settings: Json<SamlSettings>
  created_at: Date
  updated_at: Date
  version: Generated<number>
}

/** A key of the identity provider with its certificate. */
export interface SamlKeyRow {
  tenant_id: string
  id: string
  /** NEXT is told and does not sign yet; FORMER has signed. */
  state: 'NEXT' | 'ACTIVE' | 'FORMER'
  /** DER in base64. */
  certificate: string
  sealed_private: Buffer
  not_before: Date
  not_after: Date
  created_at: Date
}

/** An application that somebody went to in a session, and by which name it knows them. */
interface SamlSessionRow {
  tenant_id: string
  session_id: string
  application_id: string
  name_id: string
  /** URI of the format. */
  name_id_format: string
  session_index: string
  signed_in_at: Date
}

/** A request that has been answered: it is answered once. */
interface SamlRequestRow {
  tenant_id: string
  application_id: string
  request_id: string
  expires_at: Date
}

/** A sign-out on its way from application to application. */
interface SamlLogoutRow {
  tenant_id: string
  /** SHA-256 of the state that travels with the browser. */
  id: Buffer
  state: Json<Record<string, unknown>>
  expires_at: Date
  version: Generated<number>
}

export interface SamlTables {
  saml_applications: SamlApplicationRow
  saml_keys: SamlKeyRow
  saml_sessions: SamlSessionRow
  saml_requests: SamlRequestRow
  saml_logouts: SamlLogoutRow
}
