"""What Redis does by itself, in one step and by its own clock."""

# So much at once and so much a second after that: 0, or the milliseconds after which there will be enough.
TAKE = """
local cost, rate, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local found = redis.call('HMGET', KEYS[1], 'left', 'at')
local left, at = tonumber(found[1] or most), tonumber(found[2] or now)
left = math.min(most, left + math.max(0, now - at) * rate)
local wait = 0
if left < cost then
    wait = math.ceil((cost - left) / rate * 1000)
else
    left = left - cost
end
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', string.format('%.6f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(most / rate * 1000) + 1000)
return wait
"""

# Who is there through one process, until its lease is over; nothing takes it back. Answers with all processes.
ATTEND = """
local now = tonumber(redis.call('TIME')[1])
if ARGV[2] == '' then
    redis.call('HDEL', KEYS[1], ARGV[1])
elseif ARGV[2] ~= '?' then
    redis.call('HSET', KEYS[1], ARGV[1], (now + tonumber(ARGV[3])) .. ' ' .. ARGV[2])
end
local here = {}
local found = redis.call('HGETALL', KEYS[1])
for number = 1, #found, 2 do
    local till, said = string.match(found[number + 1], '^(%d+) (.*)$')
    if tonumber(till) < now then
        redis.call('HDEL', KEYS[1], found[number])
    else
        here[#here + 1] = said
    end
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
return here
"""
