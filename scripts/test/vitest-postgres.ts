import { startPostgres } from './postgres.ts'

/** For a run of Vitest by hand: without a given database, a server of its own. */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env['TEST_DATABASE_URL']) return undefined
  if (process.env['SIGNET_TEST_DATABASE'] === 'embedded') return undefined
  const server = await startPostgres()
  process.env['TEST_DATABASE_URL'] = server.url
  return () => server.stop()
}
