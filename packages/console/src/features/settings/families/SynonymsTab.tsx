import {
  KbaSynonyms,
  readKbaSynonyms,
  updateKbaSynonyms,
} from '@signet/contract/settings/kba-questions'
import { isLocale } from '@signet/rules/locales'
import { useState } from 'react'
import { z } from 'zod'
import { FormLines } from '../../../kit/FormLines.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { useLanguages } from '../../../kit/use-languages.ts'
import { callWithEtag } from '../../../lib/call.ts'
import { useLocale, useText } from '../../../lib/i18n.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'

const wordsOf = (line: string): string[] =>
  line
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

const List = KbaSynonyms.shape.synonyms.element

/** One list a line, as people write it. */
const schema = z
  .object({ lines: z.array(z.string().transform(wordsOf).pipe(List)) })
  .superRefine(({ lines }, context) => {
    const judged = KbaSynonyms.safeParse({ synonyms: lines })
    for (const { path, message } of judged.error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: ['lines', ...path.slice(1)], message })
    }
  })
type Fields = z.input<typeof schema>

type Read = Awaited<ReturnType<typeof callWithEtag<typeof readKbaSynonyms>>>

const linesOf = ({ value, etag }: Read) => ({
  value: { lines: value.synonyms.map((words) => words.join(', ')) },
  etag,
})

/** Words of a language that count as the same in answers. */
export const SynonymsTab = () => {
  const text = useText('settings')
  const [locale, setLocale] = useState(useLocale())
  const options = useLanguages()
  const params = { locale: isLocale(locale) ? locale : 'en' } as const
  const label = text('settings:kba.synonyms')
  return (
    <>
      <SelectInput
        label={text('settings:kba.language')}
        options={options}
        value={params.locale}
        onChange={setLocale}
      />
      <SettingsForm
        key={locale}
        queryKey={['settings', 'kba-synonyms', locale]}
        schema={schema}
        read={async (signal) => linesOf(await callWithEtag(readKbaSynonyms, { params, signal }))}
        save={({ lines }, etag) =>
          callWithEtag(updateKbaSynonyms, {
            params,
            body: { synonyms: lines },
            ifMatch: etag ?? undefined,
          })
        }
        labels={{ lines: label }}
      >
        <FormLines<Fields>
          name="lines"
          label={label}
          hint={text('settings:kba.synonymsHint')}
          rows={10}
        />
      </SettingsForm>
    </>
  )
}
