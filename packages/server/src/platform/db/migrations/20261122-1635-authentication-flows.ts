import { type Migration, tenantTable } from '../migration.ts'

const standIns = 'RECOVERY_CODE,TEMP_ACCESS_CODE'
const usual = `FIDO,TOKENPUSH,TOKEN,TOKENCR,GRID,FACE,EXTERNAL,OTP,${standIns}`
const first = 'PASSWORD,PASSKEY,MAGICLINK'

/** Name, method, outcome, login type, first factors, need of a second, second factors, what skips it. */
const systemFlows: readonly (readonly (string | null)[])[] = [
  [
    'Standard sign-in',
    null,
    'ADMIT',
    'USER_LOGIN',
    first,
    'WHEN_HELD',
    usual,
    'REMEMBERED_BROWSER',
  ],
  [
    'Access denied',
    'ACCESS_DENIED',
    'DENY',
    'USER_LOGIN',
    first,
    'WHEN_HELD',
    usual,
    'REMEMBERED_BROWSER',
  ],
  [
    'Default second factor',
    'DEFAULT_SECOND_FACTOR',
    'ADMIT',
    'USER_LOGIN',
    'TOKENPUSH,TOKEN',
    'NONE',
    '',
    'NEVER',
  ],
  ['External only', 'EXTERNAL_ONLY', 'ADMIT', 'USER_LOGIN', 'EXTERNAL', 'NONE', '', 'NEVER'],
  [
    'External and second factor',
    'EXTERNAL_SECOND_FACTOR',
    'ADMIT',
    'USER_LOGIN',
    'EXTERNAL',
    'ALWAYS',
    usual.replace('EXTERNAL,', ''),
    'NEVER',
  ],
  ['Password only', 'PASSWORD_ONLY', 'ADMIT', 'USER_LOGIN', 'PASSWORD', 'NONE', '', 'NEVER'],
  [
    'Password and soft or hardware token',
    'PASSWORD_PLUS_SOFT_HARDWARE_TOKEN',
    'ADMIT',
    'USER_LOGIN',
    'PASSWORD',
    'ALWAYS',
    `TOKENPUSH,TOKEN,TOKENCR,${standIns}`,
    'NEVER',
  ],
  [
    'Password and second factor',
    'PASSWORD_SECOND_FACTOR',
    'ADMIT',
    'USER_LOGIN',
    'PASSWORD',
    'ALWAYS',
    usual,
    'NEVER',
  ],
  [
    'Code of a soft or hardware token',
    'SOFT_HARDWARE_TOKEN_OTP',
    'ADMIT',
    'USER_LOGIN',
    'TOKEN',
    'NONE',
    '',
    'NEVER',
  ],
  [
    'Soft or hardware token',
    'SOFT_HARDWARE_TOKEN',
    'ADMIT',
    'USER_LOGIN',
    'TOKEN,TOKENPUSH',
    'NONE',
    '',
    'NEVER',
  ],
  ['Smart login', 'SMART_LOGIN', 'ADMIT', 'SMART_LOGIN', 'TOKENPUSH', 'NONE', '', 'NEVER'],
]

const quoted = (value: string | null): string => (value === null ? 'null' : `'${value}'`)
const values = systemFlows.map((flow) => `(${flow.map(quoted).join(', ')})`).join(',\n      ')

/** How people sign in, what applications may ask for, and which flow reaches it. */
export const migration: Migration = {
  statements: [
    `create table authentication_flows (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text collate "C" not null,
      description text,
      system boolean not null,
      method text,
      outcome text not null,
      login_type text not null,
      first_factors text[] not null,
      second_factor text not null,
      second_factors text[] not null,
      skip_second_factor text not null,
      is_default boolean not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    )`,
    `create unique index authentication_flows_default on authentication_flows (tenant_id)
      where is_default`,
    ...tenantTable('authentication_flows'),
    `create table acrs (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text collate "C" not null,
      description text,
      created_at timestamptz not null,
      primary key (tenant_id, id),
      unique (tenant_id, name)
    )`,
    ...tenantTable('acrs'),
    `create table authentication_flow_acrs (
      tenant_id uuid not null,
      flow_id uuid not null,
      acr_id uuid not null,
      primary key (tenant_id, flow_id, acr_id),
      foreign key (tenant_id, flow_id) references authentication_flows on delete cascade,
      foreign key (tenant_id, acr_id) references acrs
    )`,
    `create index authentication_flow_acrs_of_acr on authentication_flow_acrs (tenant_id, acr_id)`,
    ...tenantTable('authentication_flow_acrs'),
    `insert into authentication_flows (tenant_id, id, name, name_key, system, method, outcome,
        login_type, first_factors, second_factor, second_factors, skip_second_factor, is_default,
        updated_at)
      select t.tenant_id, gen_random_uuid(), f.name, lower(f.name), true, f.method, f.outcome,
        f.login_type, string_to_array(f.first_factors, ','), f.second_factor,
        string_to_array(f.second_factors, ','), f.skip, f.method is null, now()
      from tenants t cross join (values
      ${values}) as f
        (name, method, outcome, login_type, first_factors, second_factor, second_factors, skip)`,
  ],
}
