-- What a judge has said, so that it is asked once about the same claim and evidence. Reports store the verdicts that
-- they rest on themselves.

create table verdicts (
  -- SHA-256 of the judge's name, the form of the question, the claim and the evidence that it cites.
  hash bytea primary key,
  verdict jsonb not null,
  judged_at timestamptz not null
);

create index verdicts_judged_at on verdicts (judged_at);

-- How well each judge did on the pairs of claim and evidence that come with Sonde, when that was last tried.
create table judge_trials (
  judge text primary key,
  result jsonb not null,
  tried_at timestamptz not null
);
