import Apps from '@mui/icons-material/AppsOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { ToolPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { SearchBox } from '../../../kit/SearchBox.tsx'
import { useText } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ApplicationTile } from './ApplicationTile.tsx'
import {
  type OwnApplication,
  ownApplicationsQuery,
  useFavorite,
} from './self-applications.queries.ts'

const tiles = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 264px), 1fr))',
  listStyle: 'none',
  p: 0,
  mt: 0.75,
  mb: 2.5,
}

/** Fewer are found with a look. */
const searchedFrom = 8
const parameter = 'q'

interface TilesProps {
  readonly title: string
  readonly applications: readonly OwnApplication[]
  readonly onFavorite: (id: string, favorite: boolean) => void
}

const Tiles = ({ title, applications, onFavorite }: TilesProps) => {
  const id = useId()
  if (applications.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <Typography id={id} component="h2" variant="h3" color="textSecondary">
        {title}
      </Typography>
      <Box component="ul" sx={tiles}>
        {applications.map((application) => (
          <ApplicationTile
            key={application.id}
            application={application}
            onFavorite={(favorite) => onFavorite(application.id, favorite)}
          />
        ))}
      </Box>
    </section>
  )
}

const fits =
  (search: string) =>
  ({ name, description }: OwnApplication): boolean =>
    `${name} ${description}`.toLocaleLowerCase().includes(search.toLocaleLowerCase())

const Search = ({ value }: { readonly value: string }) => {
  const text = useText('userPortal')
  const [, setParameters] = useSearchParams()
  const search = (typed: string): void =>
    setParameters(typed === '' ? {} : { [parameter]: typed }, { replace: true })
  return (
    <Box sx={{ mb: 2 }}>
      <SearchBox label={text('userPortal:applications.search')} value={value} onSearch={search} />
    </Box>
  )
}

const Found = ({ all }: { readonly all: readonly OwnApplication[] }) => {
  const text = useText('userPortal')
  const [parameters] = useSearchParams()
  const favorite = useFavorite()
  const search = parameters.get(parameter) ?? ''
  const found = all.filter(fits(search))
  const [favorites, others] = [
    found.filter((one) => one.favorite),
    found.filter((one) => !one.favorite),
  ]
  const mark = (applicationId: string, marked: boolean): void =>
    favorite.mutate({ applicationId, favorite: marked })
  return (
    <>
      <ErrorNotice error={favorite.error} />
      {all.length >= searchedFrom && <Search value={search} />}
      <Tiles
        title={text('userPortal:applications.favorites')}
        applications={favorites}
        onFavorite={mark}
      />
      <Tiles
        title={text(`userPortal:applications.${favorites.length > 0 ? 'others' : 'all'}`)}
        applications={others}
        onFavorite={mark}
      />
      {found.length === 0 && (
        <EmptyState icon={<Apps />} title={text('userPortal:applications.noneFound')}>
          {text('userPortal:applications.noneFoundText')}
        </EmptyState>
      )}
    </>
  )
}

/** What the signed-in person opens with this account. */
const MyApplicationsPage = () => {
  const text = useText('userPortal')
  const query = useQuery(ownApplicationsQuery)
  return (
    <ToolPage
      title={text('common:pages.myApplications')}
      detail={text('userPortal:applications.text')}
    >
      <QueryView query={query}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={<Apps />} title={text('userPortal:applications.empty')}>
              {text('userPortal:applications.emptyText')}
            </EmptyState>
          ) : (
            <Found all={all} />
          )
        }
      </QueryView>
    </ToolPage>
  )
}

export default MyApplicationsPage
