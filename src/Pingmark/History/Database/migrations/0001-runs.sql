-- Names are of others, and may hold what a text of PostgreSQL can't (NUL): they stand in JSON, where all is escaped.
do $$
begin
  if to_regnamespace('pingmark') is null then
    create schema pingmark;
  end if;
end $$;

create table pingmark.migration (
  version integer primary key,
  applied_at timestamptz not null default now()
);

-- identity tells a run from all others; content, what is known of it.
create table pingmark.run (
  id bigint generated always as identity primary key,
  identity bytea not null unique,
  content bytea not null,
  started_at timestamptz not null,
  about json not null,
  summary json not null,
  pushed_at timestamptz not null default now()
);

-- What makes cells of several runs the same. Labels may be longer than an index takes: the digest is unique.
create table pingmark.series (
  id bigint generated always as identity primary key,
  digest bytea not null unique,
  key json not null
);

create table pingmark.cell (
  run bigint not null references pingmark.run on delete cascade,
  number integer not null,
  series bigint not null references pingmark.series,
  versions json not null,
  primary key (run, number)
);

create table pingmark.figure (
  run bigint not null,
  number integer not null,
  metric text not null,
  value double precision not null,
  ci_low double precision,
  ci_high double precision,
  primary key (run, number, metric),
  foreign key (run, number) references pingmark.cell on delete cascade
);

-- Figures over time are read from it alone.
create index figure_by_metric on pingmark.figure (metric, run, number) include (value, ci_low, ci_high);
