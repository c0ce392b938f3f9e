"""Jobs and questions: each is done by one process at a time, and is not lost with it."""

import asyncio

from halma.server.storage.interface import Index, Question, Retention

from .conftest import append, creation, opened

LEASE = 1000.0


def test_clocks_that_have_run_out_are_jobs(run):
    async def work(storage):
        now = storage.now()
        for name, deadline in (("late", now - 5), ("later", now - 50), ("not yet", now + 500), ("none", None)):
            await storage.create(creation(name, index=Index(deadline=deadline, turn=3)))
        assert await storage.next_deadline() == now - 50
        jobs = await storage.claim(["clock"], 10, LEASE)
        assert [(job.table, job.kind, job.turn) for job in jobs] == [("later", "clock", 3), ("late", "clock", 3)]
        assert jobs[0].due == now - 50 and jobs[0].until >= now + LEASE
        assert await storage.claim(["clock", "think"], 10, LEASE) == []

    run(work)


def test_people_who_wait_come_first_and_then_those_who_wait_longest(run):
    async def work(storage):
        order = {"computers": (1, 10.0), "people": (0, 30.0), "people, longer": (0, 20.0)}
        for name, (priority, since) in order.items():
            await storage.create(creation(name, index=Index(thinking=since, priority=priority)))
        first = await storage.claim(["think"], 2, LEASE)
        assert [job.table for job in first] == ["people, longer", "people"]
        assert [job.table for job in await storage.claim(["think"], 2, LEASE)] == ["computers"]

    run(work)


def test_the_queues_tell_what_waits_what_is_done_and_what_was_left_behind(run):
    async def work(storage):
        for name, due in (("one", 1.0), ("two", 2.0), ("three", 3.0)):
            await storage.create(creation(name, index=Index(deadline=due, thinking=due)))
        await storage.create(creation("four", index=Index(deadline=storage.now() + 500)))
        none = {f"{kind}_{state}": 0 for kind in ("clock", "think") for state in ("leased", "expired")}
        assert await storage.queues() == {"clock_waiting": 3, "think_waiting": 3, **none}
        await storage.claim(["clock"], 1, LEASE)
        await storage.claim(["think"], 2, lease=-1.0)
        found = await storage.queues()
        assert (found["clock_waiting"], found["clock_leased"], found["clock_expired"]) == (2, 1, 0)
        # Whoever took two of them has not kept its word: they are free for others.
        assert (found["think_waiting"], found["think_leased"], found["think_expired"]) == (3, 0, 2)

    run(work)


def test_a_job_is_gone_when_it_is_done(run):
    async def work(storage):
        await storage.create(creation("one", index=Index(thinking=1.0, turn=0)))
        (job,) = await storage.claim(["think"], 1, LEASE)
        await storage.append(append("one", 0, index=Index(turn=1)))
        assert await storage.claim(["think"], 1, LEASE) == []
        assert await storage.extend(job, LEASE) is None

    run(work)


def test_a_lease_counts_for_one_turn(run):
    async def work(storage):
        await storage.create(creation("one", index=Index(thinking=1.0, turn=0)))
        (job,) = await storage.claim(["think"], 1, LEASE)
        # Somebody says something; the computer goes on thinking.
        await storage.append(append("one", 0, b"chat", index=Index(thinking=1.0, turn=0)))
        assert await storage.claim(["think"], 1, LEASE) == []
        assert await storage.extend(job, LEASE) is not None
        # A move is taken back: it has to think of something else.
        await storage.append(append("one", 1, b"undo", index=Index(thinking=2.0, turn=7)))
        assert [found.turn for found in await storage.claim(["think"], 1, LEASE)] == [7]
        assert await storage.extend(job, LEASE) is None

    run(work)


def test_a_job_comes_back_when_it_is_released_or_its_lease_is_over(run):
    async def work(storage):
        await storage.create(creation("one", index=Index(thinking=1.0)))
        (job,) = await storage.claim(["think"], 1, LEASE)
        await storage.release(job)
        (job,) = await storage.claim(["think"], 1, lease=0.0)
        (job,) = await storage.claim(["think"], 1, LEASE)
        longer = await storage.extend(job, 2 * LEASE)
        assert longer is not None and longer.until > job.until

    run(work)


def test_no_two_take_the_same_job(address):
    async def everything():
        async with opened(address) as storage:
            for number in range(40):
                await storage.create(creation(f"t{number}", index=Index(thinking=1.0)))
            taken = await asyncio.gather(*(storage.claim(["think"], 3, LEASE) for _ in range(12)))
            while more := await storage.claim(["think"], 3, LEASE):
                taken.append(more)
            tables = [job.table for jobs in taken for job in jobs]
            assert sorted(tables) == sorted(f"t{number}" for number in range(40))

    asyncio.run(everything())


def test_a_process_that_stops_gives_its_jobs_back(address):
    async def everything():
        async with opened(address) as storage:
            await storage.create(creation("one", index=Index(thinking=1.0)))
            assert await storage.claim(["think"], 1, LEASE)
        async with opened(address) as storage:
            assert len(await storage.claim(["think"], 1, LEASE)) == 1

    asyncio.run(everything())


def test_questions_are_answered_once_the_most_urgent_first(run):
    async def work(storage):
        until = storage.now() + LEASE
        later, first = Question("a", "hint", 1, b"a?", until), Question("b", "analysis", 0, b"b?", until)
        for question in (later, first):
            await storage.ask(question)
        assert await storage.take(["other"], 5, LEASE) == []
        assert await storage.take(["hint", "analysis"], 1, LEASE) == [first]
        assert await storage.take(["hint", "analysis"], 5, LEASE) == [later]
        assert await storage.answer_of("a") is None
        await storage.answer(later, b"a!")
        await storage.answer(later, b"again")
        assert await storage.answer_of("a") == b"a!" and await storage.answer_of("a") is None
        await storage.forget("b")
        await storage.answer(first, b"b!")
        assert await storage.answer_of("b") is None

    run(work)


def test_a_question_comes_back_when_its_worker_is_gone(run):
    async def work(storage):
        question = Question("a", "hint", 0, b"?", storage.now() + LEASE)
        await storage.ask(question)
        assert await storage.take(["hint"], 1, lease=0.0) == [question]
        assert await storage.take(["hint"], 1, LEASE) == [question]
        assert await storage.take(["hint"], 1, LEASE) == []

    run(work)


def test_nobody_answers_what_nobody_waits_for(run):
    async def work(storage):
        await storage.ask(Question("a", "hint", 0, b"?", storage.now() - 1))
        assert await storage.take(["hint"], 1, LEASE) == []
        await storage.expire(Retention(over_days=1), 1)
        assert (await storage.counts())["questions"] == 0

    run(work)
