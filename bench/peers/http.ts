import Fastify from 'fastify'
import pg from 'pg'

/*
 * Bounds of one request: a bare answer, one look-up by key, one row made durable. Arguments: the
 * port, and the address of a database to use.
 */
const [port = '0', database = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: database, max: 10 })
await pool.query('create table if not exists rows (id bigserial primary key, value text)')
await pool.query(`insert into rows (value) select 'value ' || n from generate_series(1, 1000) n`)

const app = Fastify()
app.get('/', async () => ({ status: 'ready' }))
app.get('/select', async () => {
  const id = 1 + Math.floor(Math.random() * 1000)
  const found = await pool.query({
    name: 'select',
    text: 'select id, value from rows where id = $1',
    values: [id],
  })
  return found.rows[0]
})
app.get('/insert', async () => {
  const made = await pool.query({
    name: 'insert',
    text: 'insert into rows (value) values ($1) returning id',
    values: ['value'],
  })
  return made.rows[0]
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
