import {
  databaseKinds,
  ExternalDatabaseChange,
  NewExternalDatabase,
} from '@signet/contract/issuance/external-databases'
import { useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { optionsOf } from '../../../kit/fields.ts'
import {
  FormHost,
  FormNumber,
  FormSelect,
  FormText,
  FormToggle,
} from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import type { Database } from './databases.queries.ts'

export { ExternalDatabaseChange as DatabaseForm, NewExternalDatabase as NewDatabaseForm }

type Fields = z.input<typeof ExternalDatabaseChange>

const names = [
  'name',
  'kind',
  'host',
  'port',
  'database',
  'user',
  'password',
  'security',
  'caCertificates',
  'readOnly',
] as const
const securities = ['TLS', 'CLEAR'] as const

/** The ports that servers of a kind listen on where nobody chose another. */
const usualPorts: Readonly<Record<Database['kind'], number>> = {
  POSTGRESQL: 5432,
  MYSQL: 3306,
  SQL_SERVER: 1433,
}

export const emptyDatabase: z.input<typeof NewExternalDatabase> = {
  name: '',
  kind: 'POSTGRESQL',
  host: '',
  port: usualPorts.POSTGRESQL,
  database: '',
  user: '',
  password: '',
  security: 'TLS',
  caCertificates: null,
  readOnly: true,
}

export const typedDatabase = (read: Database): Fields => {
  const { name, kind, host, port, database, user, security, caCertificates, readOnly } = read
  return { name, kind, host, port, database, user, security, caCertificates, readOnly }
}

/** The names of fields as people see them, for the summary of faults. */
export const useDatabaseLabels = (): Readonly<Record<string, string>> => {
  const text = useText('issuancePortal')
  return Object.fromEntries(names.map((name) => [name, text(`issuancePortal:databases.${name}`)]))
}

/** With another kind comes its usual port, where nobody chose one. */
const KindField = () => {
  const text = useText('issuancePortal')
  const { watch, setValue } = useFormContext<Fields>()
  const [kind, port] = watch(['kind', 'port'])
  const choose = (value: string): void => {
    const next = databaseKinds.find((each) => each === value) ?? 'POSTGRESQL'
    if (port === usualPorts[kind]) setValue('port', usualPorts[next])
    setValue('kind', next, { shouldDirty: true })
  }
  return (
    <SelectInput
      label={text('issuancePortal:databases.kind')}
      value={kind}
      onChange={choose}
      options={optionsOf(databaseKinds, (value) => text(`issuancePortal:databases.kinds.${value}`))}
    />
  )
}

const PlaceFields = () => {
  const text = useText('issuancePortal')
  return (
    <>
      <KindField />
      <FormHost<Fields>
        name="host"
        portName="port"
        label={text('issuancePortal:databases.host')}
        hint={text('issuancePortal:databases.hostHint')}
        isRequired
      />
      <FormNumber<Fields> name="port" label={text('issuancePortal:databases.port')} isRequired />
      <FormText<Fields>
        name="database"
        label={text('issuancePortal:databases.database')}
        isRequired
        maxLength={128}
      />
    </>
  )
}

const SafetyFields = () => {
  const text = useText('issuancePortal')
  return (
    <>
      <FormSelect<Fields>
        name="security"
        label={text('issuancePortal:databases.security')}
        hint={text('issuancePortal:databases.securityHint')}
        options={optionsOf(securities, (value) =>
          text(`issuancePortal:databases.securities.${value}`),
        )}
      />
      <FormText<Fields>
        name="caCertificates"
        label={text('issuancePortal:databases.caCertificates')}
        hint={text('issuancePortal:databases.caCertificatesHint')}
        rows={3}
        maxLength={20_000}
        whenEmpty={null}
      />
      <FormToggle<Fields>
        name="readOnly"
        label={text('issuancePortal:databases.readOnly')}
        hint={text('issuancePortal:databases.readOnlyHint')}
      />
    </>
  )
}

/** Where a database is, and how it is signed in to. */
export const DatabaseFields = ({ isNew }: { readonly isNew: boolean }) => {
  const text = useText('issuancePortal')
  return (
    <>
      <FormText<Fields>
        name="name"
        label={text('issuancePortal:databases.name')}
        isRequired
        maxLength={100}
      />
      <PlaceFields />
      <FormText<Fields>
        name="user"
        label={text('issuancePortal:databases.user')}
        hint={text('issuancePortal:databases.userHint')}
        isRequired
        maxLength={128}
      />
      <FormText<Fields>
        name="password"
        type="password"
        autoComplete="new-password"
        label={text('issuancePortal:databases.password')}
        {...(isNew ? {} : { hint: text('issuancePortal:databases.passwordHint') })}
        isRequired={isNew}
        maxLength={500}
        whenEmpty={isNew ? '' : undefined}
      />
      <SafetyFields />
    </>
  )
}
