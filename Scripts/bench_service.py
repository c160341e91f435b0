#!/usr/bin/env python3
"""Compares Examples/Service with nginx, and replaces its packs under load.

usage: bench_service.py SERVICE THEMEPACK [--seconds N] [--rounds N] [--replacements N]

Both servers answer for the same 100 images of 5 kB on one core each time; wrk runs on another core. nginx serves files
from disk. CPU time per request does not depend on what else the machine does; requests per second do.

Then wrk checks status, entity tag and every byte of each answer while the mounted pack is replaced, deleted, and
replaced by damaged ones again and again. Any wrong or failed answer is an error, and so is growing memory. `--rounds 0`
does only that: `make example` does. Needs wrk, and nginx to compare.
"""
import argparse, hashlib, json, os, random, re, signal, struct, subprocess, sys, tempfile, time, urllib.request, zlib

ports = {"nginx": 8098, "service": 8097}


def png(seed, side=36):
    """A PNG of about 5 kB, whose pixels are random."""
    pixels = random.Random(seed)
    rows = b"".join(b"\0" + pixels.randbytes(side * 4) for _ in range(side))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def write(path, contents):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(contents if isinstance(contents, bytes) else contents.encode())
    return path


def build(tool, root, version, images):
    """Builds a pack of the default theme. Returns its path."""
    project = f"{root}/project-{version}"
    for number, image in enumerate(images):
        write(f"{project}/assets/image{number}.png", image)
    write(f"{project}/themes/default/theme.json", json.dumps({"id": "default", "version": version}))
    subprocess.run([tool, "build", "-q", "-C", project, "--output", f"{root}/dist"], check=True, stdout=subprocess.PIPE)
    return f"{root}/dist/default-{version}.themepack.zip"


def start_nginx(root, files):
    config = write(f"{root}/nginx.conf", f"""
        {"user root;" if os.geteuid() == 0 else ""}
        worker_processes 1; daemon off; pid {root}/nginx.pid; error_log {root}/nginx.log;
        events {{ worker_connections 1024; }}
        http {{
            access_log off; sendfile on; tcp_nopush on; open_file_cache max=1000; keepalive_requests 100000000;
            types {{ image/png png; }} client_body_temp_path {root}; proxy_temp_path {root};
            fastcgi_temp_path {root}; uwsgi_temp_path {root}; scgi_temp_path {root};
            server {{ listen 127.0.0.1:{ports["nginx"]}; root {files}; }}
        }}""")
    return subprocess.Popen(["taskset", "-c", "0", "nginx", "-c", config])


def start_service(program, root, packs):
    log = open(f"{root}/service.log", "wb")
    arguments = ["taskset", "-c", "0", program, "--threads", "1", "--port", str(ports["service"]), packs]
    return subprocess.Popen(arguments, stdout=log, stderr=log)


def get(url):
    with urllib.request.urlopen(url, timeout=300) as answer:
        return answer.read()


def wait_for(url):
    for _ in range(6000):
        try:
            return get(url)
        except OSError:
            time.sleep(0.05)
    sys.exit(f"{url} does not answer")


def processor_time(process):
    """Seconds of a process and its children, from /proc."""
    pids = [process.pid] + [int(pid) for pid in subprocess.run(
        ["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()]
    ticks = 0
    for pid in pids:
        fields = open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def wrk(script, port, seconds):
    url = f"http://127.0.0.1:{port}"
    # Its timeout of two seconds would count answers of a busy machine as errors.
    return ["taskset", "-c", "1", "wrk", "-t1", "-c32", "--timeout", "60s", f"-d{seconds}s", "-s", script, url]


def measure(process, script, port, seconds):
    """Returns requests per second, and microseconds of processor time per request."""
    before = processor_time(process)
    output = subprocess.run(wrk(script, port, seconds), capture_output=True, text=True, check=True).stdout
    used = processor_time(process) - before
    if "Non-2xx" in output or "Socket errors" in output:
        sys.exit(output)
    count = int(re.search(r"(\d+) requests in", output).group(1))
    return float(re.search(r"Requests/sec:\s*([\d.]+)", output).group(1)), used * 1e6 / count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("service")
    parser.add_argument("themepack")
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--replacements", type=int, default=1000)
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as root:
        os.chmod(root, 0o755)
        images = [[png(number + 1000 * version) for number in range(100)] for version in range(2)]
        packs = [build(options.themepack, root, f"1.{version}.0", images[version]) for version in range(2)]
        mounted = f"{root}/packs/default.themepack.zip"
        os.makedirs(f"{root}/packs")
        os.link(packs[0], mounted)
        paths = {"nginx": "/image%d.png", "service": "/themes/default/images/image%d"}
        scripts = {
            name: write(f"{root}/{name}.lua", f"""
                local requests, next = {{}}, 0
                init = function() for n = 0, 99 do requests[n] = wrk.format("GET", ("{path}"):format(n)) end end
                request = function() next = (next + 1) % 100; return requests[next] end""")
            for name, path in paths.items()}
        servers = {}
        try:
            if options.rounds > 0:
                servers["nginx"] = start_nginx(root, f"{root}/project-1.0.0/assets")
            servers["service"] = start_service(options.service, root, f"{root}/packs")
            for name in servers:
                body = wait_for(f"http://127.0.0.1:{ports[name]}{paths[name] % 0}")
                if body != images[0][0]:
                    sys.exit(f"{name} serves other bytes")
            if options.rounds > 0:
                compare(servers, scripts, options)
            replace(servers["service"], root, packs, mounted, [version[0] for version in images], options)
        finally:
            for server in servers.values():
                server.terminate()
            for server in servers.values():
                server.wait()
        if servers["service"].returncode != 0:
            sys.exit(f"the service ended with {servers['service'].returncode}")


def compare(servers, scripts, options):
    print(f"100 images of {len(png(0))} bytes, 32 connections, one core; requests/s, CPU time per request")
    rounds = {name: [] for name in servers}
    for _ in range(options.rounds):
        for name, server in servers.items():
            rounds[name].append(measure(server, scripts[name], ports[name], options.seconds))
    # Other load makes a round worse and never better.
    kinds = {"median": lambda values, best: sorted(values)[len(values) // 2], "best": lambda values, best: best(values)}
    for kind, choose in kinds.items():
        chosen = {}
        for name, values in rounds.items():
            rates, times = zip(*values)
            chosen[name] = choose(rates, max), choose(times, min)
            print(f"{name:8} {chosen[name][0]:9,.0f}/s {chosen[name][1]:6.1f} us   ({kind} of {options.rounds} rounds)")
        print(f"the service reaches {chosen['service'][0] / chosen['nginx'][0]:.2f} of nginx's requests/s, and "
              f"{chosen['nginx'][1] / chosen['service'][1]:.2f} of its requests per second of CPU time")


def replace(service, root, packs, mounted, images, options):
    """Replaces the pack while wrk compares every answer with the images."""
    tags = {hashlib.sha256(image).hexdigest(): write(f"{root}/{number}", image) for number, image in enumerate(images)}
    table = ", ".join(f"""['"{tag}"'] = io.open("{path}", "rb"):read("*a")""" for tag, path in tags.items())
    # Every second request says that it has one of the images.
    script = write(f"{root}/check.lua", f"""
        local expected, threads, count = {{{table}}}, {{}}, 0
        right, same, wrong = 0, 0, 0
        setup = function(thread) table.insert(threads, thread) end
        request = function()
            count = count + 1
            local headers = count % 2 == 0 and {{["If-None-Match"] = next(expected)}} or nil
            return wrk.format("GET", "/themes/default/images/image0", headers)
        end
        response = function(status, headers, body)
            local image = expected[headers["ETag"]]
            if status == 200 and image == body then right = right + 1
            elseif status == 304 and image and headers["ETag"] == next(expected) and body == "" then same = same + 1
            else wrong = wrong + 1 end
        end
        done = function()
            for _, name in ipairs({{"right", "same", "wrong"}}) do print(name .. " " .. threads[1]:get(name)) end
        end""")
    base = f"http://127.0.0.1:{ports['service']}"
    whole = open(packs[0], "rb").read()
    load = subprocess.Popen(wrk(script, ports["service"], 3600), stdout=subprocess.PIPE, text=True)
    started, memory = time.monotonic(), []
    for number in range(1, options.replacements + 1):
        version = number % 2
        # A damaged file, and a missing one, replaces nothing.
        if number % 7 == 0:
            write(f"{root}/packs/.new", whole[: random.Random(number).randrange(len(whole))])
            os.rename(f"{root}/packs/.new", mounted)
            service.send_signal(signal.SIGHUP)
        elif number % 11 == 0:
            os.remove(mounted)
            service.send_signal(signal.SIGHUP)
        time.sleep(0.005)
        os.link(packs[version], f"{root}/packs/.new")
        os.rename(f"{root}/packs/.new", mounted)
        service.send_signal(signal.SIGHUP)
        limit = time.monotonic() + 300
        while json.loads(get(f"{base}/version"))[0]["version"] != f"1.{version}.0":
            if time.monotonic() > limit:
                sys.exit(f"replacement {number} did not happen")
        memory.append(int(re.search(r"VmRSS:\s*(\d+)", open(f"/proc/{service.pid}/status").read())[1]) >> 10)
    seconds = time.monotonic() - started
    load.send_signal(signal.SIGINT)
    output = load.communicate(timeout=300)[0]
    right, same, wrong = (int(re.search(rf"{name} (\d+)", output)[1]) for name in ("right", "same", "wrong"))
    # Half of the replacements warm it up.
    before, after = (max(part) for part in (memory[: len(memory) // 2], memory[len(memory) // 2:]))
    print(f"{options.replacements} replacements in {seconds:.1f} s under load: {right:,} answers right, {same:,} of 304"
          f", {wrong} wrong; {before} MB at most in the first half, {after} in the second")
    if wrong or right == 0 or same == 0 or "Socket errors" in output or after > before + 4:
        sys.exit(output)


main()
