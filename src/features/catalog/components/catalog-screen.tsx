import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';

import { LoadFailed } from '#client/load-failed.tsx';
import type { CatalogItem } from '#features/catalog/schema.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRegion } from '#ui/loading-region.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Badge } from '#ui/status-badge.tsx';

import { AddItem } from './add-item.tsx';
import type { CatalogKind } from './catalog-kind.ts';
import classes from './catalog-screen.module.css';
import { ItemList } from './item-list.tsx';

type Props = {
  kind: CatalogKind;
  icon: ReactNode;
  /** How one of them looks in the list; its plain name when left out. */
  drawName?: (name: string) => ReactNode;
};

/** Classrooms or dance types (spec §2): add one, see them all, rename and delete. */
export function CatalogScreen({ kind, icon, drawName }: Props) {
  const asked = useQuery(kind.procedures.list.queryOptions());
  const { data, isPending, isFetching, error } = asked;
  const heading = useId();
  return (
    <>
      <PageHeader title={kind.heading} subtitle={kind.subtitle} />
      <div className={classes.screen}>
        <AddItem kind={kind} />
        <section aria-labelledby={heading}>
          <h2 id={heading} className={classes.listHeading}>
            {kind.listHeading}
            {data && <CountBadge count={data.length} kind={kind} />}
          </h2>
          {error && !data ? (
            <LoadFailed title={`The ${kind.plural} could not be loaded`} asked={asked} />
          ) : (
            <LoadingRegion
              isLoading={isPending}
              isRefetching={isFetching}
              label={`Loading ${kind.plural}`}
              skeleton={<ListSkeleton />}
            >
              <Items kind={kind} items={data ?? []} icon={icon} drawName={drawName} />
            </LoadingRegion>
          )}
        </section>
      </div>
    </>
  );
}

type ItemsProps = {
  kind: CatalogKind;
  items: readonly CatalogItem[];
  icon: ReactNode;
  drawName: Props['drawName'];
};

function Items({ kind, items, icon, drawName = (name) => name }: ItemsProps) {
  if (items.length > 0) return <ItemList kind={kind} items={items} drawName={drawName} />;
  return <EmptyState icon={icon} title={kind.emptyTitle} body={kind.emptyBody} />;
}

function CountBadge({ count, kind }: { count: number; kind: CatalogKind }) {
  return (
    <Badge tone="brand">
      {count}
      <span className="visually-hidden"> {count === 1 ? kind.noun : kind.plural}</span>
    </Badge>
  );
}

function ListSkeleton() {
  return (
    <div className={classes.list}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={58} radius="lg" />
      ))}
    </div>
  );
}
