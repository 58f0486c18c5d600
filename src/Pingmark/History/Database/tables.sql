-- The tables and views of version 2 (Tables.cs). Names may hold NUL, which a text of PostgreSQL can't hold: they are
-- kept in JSON, which escapes it.
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

-- Views for SQL and dashboards: docs/compare.md explains each column.

-- A document without NUL: PostgreSQL can take nothing out of one that has it.
create function pingmark.plain(document json) returns json
language sql immutable parallel safe as $$
  select case
    when strpos(document::text, '\u0000') = 0 then document
    else regexp_replace(document::text, '(?<!\\)((?:\\\\)*)\\u0000', '\1\\ufffd', 'g')::json
  end
$$;

-- A text in a document; null where there is none.
create function pingmark.text_of(document json, variadic path text[]) returns text
language sql immutable parallel safe as $$
  select pingmark.plain(document) #>> path
$$;

-- A number in a document; null where there is none.
create function pingmark.number_of(document json, variadic path text[]) returns numeric
language sql immutable parallel safe as $$
  select case
    when json_typeof(pingmark.plain(document) #> path) = 'number' then (pingmark.plain(document) #>> path)::numeric
  end
$$;

create view pingmark.runs as
  select
    id as run,
    pingmark.text_of(about, 'folder') as folder,
    pingmark.text_of(about, 'suite') as suite,
    started_at,
    pingmark.text_of(about, 'machine', 'cpu') as cpu,
    pingmark.number_of(about, 'machine', 'cores')::integer as cores,
    pingmark.text_of(about, 'machine', 'kernel') as kernel,
    pingmark.text_of(about, 'machine', 'os') as os,
    pingmark.text_of(about, 'machine', 'congestion_control') as congestion_control,
    pingmark.text_of(about, 'machine', 'pingmark_version') as pingmark_version,
    pingmark.number_of(about, 'cells')::integer as cells,
    pingmark.number_of(about, 'crowded_cells')::integer as crowded_cells,
    pingmark.number_of(about, 'fewest_rounds')::integer as fewest_rounds,
    pingmark.number_of(about, 'most_rounds')::integer as most_rounds,
    pushed_at
  from pingmark.run;

create view pingmark.figures as
  select
    runs.run,
    runs.folder,
    runs.suite,
    runs.started_at,
    runs.cpu,
    runs.cores,
    runs.kernel,
    runs.pingmark_version,
    cell.series,
    concat(
      pingmark.text_of(key, 'label'),
      ' c', pingmark.number_of(key, 'scenario', 'connections'),
      ' f', pingmark.number_of(key, 'scenario', 'in_flight'),
      ' ', pingmark.number_of(key, 'scenario', 'message_bytes'), 'B'
    ) as cell,
    pingmark.text_of(key, 'label') as label,
    pingmark.text_of(key, 'stack') as stack,
    pingmark.text_of(key, 'client') as client,
    pingmark.text_of(key, 'scenario', 'test') as test,
    pingmark.number_of(key, 'scenario', 'connections')::integer as connections,
    pingmark.number_of(key, 'scenario', 'in_flight')::integer as in_flight,
    pingmark.number_of(key, 'scenario', 'message_bytes')::integer as message_bytes,
    pingmark.number_of(key, 'scenario', 'rate_per_s')::double precision as rate_per_s,
    pingmark.plain(key) -> 'scenario' as scenario,
    pingmark.text_of(versions, 'server') as server_version,
    pingmark.text_of(versions, 'client') as client_version,
    metric,
    value,
    ci_low,
    ci_high
  from pingmark.figure
    join pingmark.cell using (run, number)
    join pingmark.series on series.id = cell.series
    join pingmark.runs using (run);
