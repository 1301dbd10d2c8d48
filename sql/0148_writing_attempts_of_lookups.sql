-- Reports that are looked up have not begun the writing of their current attempt, which 0146 counted for them.

update reports set writing_attempts = least(writing_attempts, greatest(attempts - 1, 0))
where status = 'processing' and step in ('searching', 'reading');
