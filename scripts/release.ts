import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { run, writeArtifacts } from './release/artifacts.ts'
import { withRelease } from './release/changelog.ts'
import { lastReleasePath } from './release/last-release.ts'
import { lockAt, manifestAt, releaseAt } from './release/manifests.ts'
import { faultOfVersion } from './release/version.ts'
import { changedSince } from './test/git.ts'
import { recordedCommit, recordPath } from './test/scope.ts'

const root = process.cwd()
const [version = ''] = process.argv.slice(2)
const git = (...args: string[]): string => run(root, 'git', args).trim()

const rewrite = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, 'utf8')))

const say = (text: string): void => console.log(text)

/** @throws Error saying why there can be no release of this checkout now */
const refuse = (): void => {
  const { version: present }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
  const fault = faultOfVersion(version, present)
  if (fault !== null) throw new Error(`${fault} Usage: npm run release -- 0.2.0`)
  if (git('status', '--porcelain') !== '') throw new Error('The checkout is not a clean commit.')
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`v${version} exists already.`)
}

/** The whole run was made of this commit, and only its record was committed since. */
const isProven = (): boolean => {
  const commit = recordedCommit()
  const changed = commit === undefined ? undefined : changedSince(commit)
  return changed !== undefined && [...changed].join() === relative(root, recordPath)
}

/** Every check that a release has to pass, in the order in which one wants to hear of a failure. */
const check = (): void => {
  say('npm run advisories…')
  run(root, 'npm', ['run', 'advisories'])
  if (isProven()) {
    say('npm run test:mutants…')
    run(root, 'npm', ['run', 'test:mutants'])
    return
  }
  say('npm run test:all…')
  run(root, 'npm', ['run', 'test:all'])
  git('add', '-A')
  git('commit', '-q', '-m', 'test: record of the whole run')
}

const commitRelease = (): void => {
  const date = new Date().toISOString().slice(0, 10)
  rewrite('CHANGELOG.md', (text) => withRelease(text, version, date))
  const manifests = git('ls-files', '--', 'package.json', '*/package.json').split('\n')
  for (const path of manifests) rewrite(path, (text) => manifestAt(text, version))
  rewrite('package-lock.json', (text) => lockAt(text, version))
  rewrite('packages/contract/src/kit/release.ts', (text) => releaseAt(text, version))
  run(root, 'npm', ['run', 'openapi'])
  git('add', '-A')
  git('commit', '-q', '-m', `chore(release): ${version}`)
  git('tag', '-a', `v${version}`, '-m', `Signet ${version}`)
}

/** A clone may come without tags: a file names the commit, for the test that runs it beside this one. */
const nameCommit = (): void => {
  const release = { version, commit: git('rev-parse', `v${version}^{commit}`) }
  writeFileSync(lastReleasePath, `${JSON.stringify(release, null, 2)}\n`)
  git('add', '-A')
  git('commit', '-q', '-m', `chore(release): names the commit of ${version}`)
}

refuse()
check()
commitRelease()
run(root, 'npm', ['run', 'build'])
say(`Written to ${writeArtifacts(root, version)}.`)
nameCommit()
say(`v${version} is tagged: push the branch and the tag, and publish the files.`)
