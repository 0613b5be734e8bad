/** What a tab keeps while its browser is at an identity provider. */
export interface StoredUpstream {
  /** Of the sign-in that goes on; null for an account that is to be linked. */
  readonly authToken: string | null
  /** What the provider does not bring back; null where it does. */
  readonly state: string | null
  /** The page that was left, on this origin: path, query and fragment. */
  readonly left: string
  /** A page of the console to go to afterwards; null for where the sign-in leads by itself. */
  readonly redirect: string | null
}
