import { expect, it } from 'vitest'
import { judge } from './commands.ts'

const block = (text: string, comment: string | null = null) =>
  judge({ text, comment, language: '', line: 1 })

it.each([
  'npm start',
  'npm run signet -- help   # a remark',
  '# a remark\nSIGNET_DATA=./x npm start',
  'export A=b\nnpx vitest run \\\n  --project unit',
  'curl --fail http://localhost:8080/health/ready',
])('runs %j', (text) => {
  expect(block(text)).toBe('run')
})

it.each([
  ['select 1', null],
  ['npm start\nselect 1', null],
  ['curl https://signet.example.com/', null],
  ['export A=b', null],
  ['select 1', 'because'],
  ['npm start', 'output'],
  ['npm start', 'part of a file'],
])('neither runs %j nor takes the reason %j for it', (text, comment) => {
  expect(block(text, comment)).toBe('unexplained')
})

it.each([
  ['select 1', 'part of a file'],
  ['curl https://signet.example.com/', 'needs another machine'],
  ['npm run radius', 'needs another machine'],
  ['npm run signet -- restore x', 'destroys'],
])('leaves out %j for the reason %j', (text, comment) => {
  expect(block(text, comment)).toBe(comment)
})
