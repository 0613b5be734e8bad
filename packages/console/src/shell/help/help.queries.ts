import { type HelpPage, helpPages } from '@signet/rules/console'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { helpIndexLink, helpLink } from '../../lib/help.ts'
import { readFile } from '../../lib/static-file.ts'
import { helpTextOf } from './help-tree.ts'

const Section = z.object({ heading: z.string(), anchor: z.string().nullable(), text: z.string() })
const Index = z.array(z.object({ page: z.enum(helpPages), sections: z.array(Section) }))

/** They change with a release, with which the console is loaded anew. */
const staleTime = Number.POSITIVE_INFINITY

export const helpPageQuery = (page: HelpPage, locale: string) =>
  queryOptions({
    queryKey: ['help', locale, page],
    queryFn: async ({ signal }) =>
      helpTextOf(await (await readFile(helpLink(page, locale), signal)).text()),
    staleTime,
  })

export const helpIndexQuery = (locale: string) =>
  queryOptions({
    queryKey: ['help', locale, 'index'],
    queryFn: async ({ signal }) =>
      Index.parse(await (await readFile(helpIndexLink(locale), signal)).json()),
    staleTime,
  })
