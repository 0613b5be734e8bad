import type { TestDatabase } from '../../../testing/database/test-database.ts'

/** Columns whose values let their reader in, or would after a search through short values. */
export const secretColumns: readonly string[] = [
  'api_applications.former_hash',
  'api_applications.secret_hash',
  'bulk_parts.sealed',
  'card_exchanges.sealed_answer',
  'card_exchanges.sealed_command',
  'desktops.sealed_secret',
  'email_connections.state_hash',
  'flash_pass_claims.token_hash',
  'flash_pass_registrations.device_hash',
  'flash_pass_registrations.sealed_push_token',
  'grids.sealed_cells',
  'known_devices.device',
  'fido_registrations.challenge_hash',
  'list_export_parts.sealed',
  'external_databases.sealed_password',
  'http_connectors.sealed_headers',
  'http_connectors.sealed_secret',
  'identity_providers.sealed_secret',
  'job_contents.sealed',
  'machines.sequence_hash',
  'magic_links.token_hash',
  'master_check.previous',
  'master_check.sealed',
  'oidc_applications.registration_hash',
  'oidc_applications.secret_hash',
  'oidc_device_codes.user_code_hmac',
  'oidc_device_codes.token_id',
  'oidc_sign_in_requests.sealed_notification',
  'oidc_sign_in_requests.token_id',
  'oidc_tokens.answer',
  'oidc_tokens.id',
  'otps.code_hmac',
  'password_history.hash',
  'passwords.hash',
  'radius_agents.credential_hash',
  'radius_agents.former_credential_hash',
  'radius_applications.sealed_secret',
  'radius_challenges.id',
  'radius_challenges.sealed',
  'recovery_codes.code_hmac',
  'saml_keys.sealed_private',
  'saml_logouts.id',
  'sessions.cookie_hash',
  'settings.sealed',
  'setup_links.token_hash',
  'sign_in_attempts.answer',
  'sign_in_attempts.attempt_key',
  'sign_ups.token_hash',
  'signing_keys.sealed_private',
  'temp_access_codes.code_hmac',
  'pushes.number_hmac',
  'site_agents.credential_hash',
  'smart_card_profiles.sealed_keys',
  'soft_token_claims.claim_hash',
  'soft_token_devices.sealed_subscription',
  'tenant_keys.sealed',
  'tokens.pin_hmac',
  'tokens.sealed_pin',
  'tokens.sealed_secret',
  'upstream_proofs.sealed_ticket',
  'upstream_sessions.sealed_ticket',
  'user_questions.answer_hmac',
  'voice_links.code_hash',
  'voice_links.former_hash',
  'voice_links.refresh_hash',
  'voice_responses.sealed',
  'voice_responses.token_hash',
  'webhooks.sealed_previous',
  'webhooks.sealed_secret',
  'wechat_links.state_hash',
]

/** Columns that look like secrets by type or name, and are none. */
export const openColumns: readonly string[] = [
  '// Of a code that has been used.',
  'access_definitions.name_key',
  'api_applications.name_key',
  'audit_chain.hash',
  'audit_chain.key_id',
  'audit_chain.previous_hash',
  'audit_chain.signature',
  'audit_details.salt',
  'audit_events.digest',
  'authentication_flows.name_key',
  'bulk_results.keys',
  'credential_designs.name_key',
  'email_messages.recipient_key',
  'enrollment_keys.key',
  'enrollment_pictures.content',
  'enrollment_pictures.thumbnail',
  'enrollments.title_key',
  'external_credentials.last_answer_hmac',
  'external_databases.name_key',
  'fido_credentials.public_key',
  'field_connections.key_column',
  'field_connections.key_field_id',
  'flash_pass_designs.name_key',
  'grids.shown',
  'group_policies.name_key',
  'groups.name_key',
  'identity_providers.name_key',
  'kba_questions.question_key',
  'master_check.key_id',
  'oauth_roles.name_key',
  'oidc_applications.access_token_format',
  'oidc_applications.id_token_algorithm',
  'oidc_applications.name_key',
  'organizations.name_key',
  'print_jobs.request_hash',
  'printer_alerts.name_key',
  'printers.name_key',
  'pushes.signature',
  'radius_agents.name_key',
  'radius_applications.name_key',
  'reports.csv',
  'reports.pdf',
  'resource_apis.access_token_format',
  'resource_apis.name_key',
  'roles.name_key',
  'saml_applications.name_key',
  'scheduled_tasks.name_key',
  'sessions.key_thumbprint',
  'sign_in_evidence.key_thumbprint',
  'site_agents.name_key',
  'smart_card_profiles.name_key',
  'smart_cards.serial_key',
  'soft_token_devices.public_key',
  'soft_token_devices.thumbprint',
  'syslog_applications.name_key',
  'tokens.serial_key',
  'user_attribute_values.unique_key',
  'user_attributes.name_key',
  'user_groups.name_key',
  'user_locations.place_key',
  'user_organizations.name_key',
  'users.mail_key',
  'users.name_key',
  'users.user_id_key',
  'variable_graphics.name_key',
  'webhooks.name_key',
  'workflow_designs.name_key',
]

/** Columns that are to be found in one of the two lists above. */
export const suspiciousColumns = ({ asOwner }: TestDatabase): Promise<string[]> =>
  asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(
      `select c.table_name || '.' || c.column_name as name from information_schema.columns c
       join pg_class t on t.relname = c.table_name and t.relkind in ('r', 'p') and not t.relispartition
       where c.table_schema = 'public' and (c.data_type = 'bytea' or (c.data_type = 'text'
         and c.column_name ~ 'hash|secret|password|token|key|seal|hmac|nonce|cookie|credential$'))`,
    )
    return rows.map(({ name }) => name)
  })

/** Secret columns that hold nothing in any row. */
export const emptyColumns = ({ asOwner }: TestDatabase): Promise<string[]> =>
  asOwner(async (owner) => {
    const empty: string[] = []
    for (const column of secretColumns) {
      const [table, name] = column.split('.')
      const { rowCount } = await owner.query(
        `select from ${table} where ${name} is not null limit 1`,
      )
      if (rowCount === 0) empty.push(column)
    }
    return empty
  })

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (!Buffer.isBuffer(value)) return []
  const encoded = [value.toString('hex'), value.toString('base64'), value.toString('base64url')]
  return [...encoded, [...value].join(',')]
}

/** What the secret columns of all tenants hold, as it would look in a text. */
export const storedSecrets = ({ asOwner }: TestDatabase): Promise<Set<string>> =>
  asOwner(async (owner) => {
    const found = new Set<string>()
    for (const column of secretColumns) {
      const [table, name] = column.split('.')
      const { rows } = await owner.query<{ value: unknown }>(
        `select distinct ${name} as value from ${table} where ${name} is not null`,
      )
      for (const { value } of rows) for (const text of textsOf(value)) found.add(text)
    }
    return found
  })
