"""One end of a run with Zenoh, between a Java process and the network.

    python3 zenoh_end.py send tcp/HOST:PORT     connects; publishes what comes on standard input
    python3 zenoh_end.py store tcp/HOST:PORT    listens; subscribes to what the other end publishes

Messages on standard input and output: the length of the rest (4 bytes, big-endian), a kind (1 byte), a body. It ends with its input.
"""

import json
import struct
import sys
import threading

import zenoh

UNMATCHED, MATCHED, ACKNOWLEDGEMENT, PACKET = range(4)
LENGTH = struct.Struct(">I")
PACKETS = "ban/packet"
ACKNOWLEDGEMENTS = "ban/stored"
RETRY = {"period_init_ms": 500, "period_max_ms": 10_000, "period_increase_factor": 2}

writing = threading.Lock()


def write(kind, body=b""):
    with writing:
        sys.stdout.buffer.write(LENGTH.pack(1 + len(body)) + bytes([kind]) + body)
        sys.stdout.buffer.flush()


def messages():
    """The kind and body of each message, until the input ends."""
    while len(head := sys.stdin.buffer.read(LENGTH.size)) == LENGTH.size:
        message = sys.stdin.buffer.read(LENGTH.unpack(head)[0])
        yield message[0], message[1:]


def settings(role, endpoint):
    sends = role == "send"
    config = zenoh.Config()
    for key, value in {
        "mode": "client" if sends else "router",
        "connect/endpoints": [endpoint] if sends else [],
        "connect/timeout_ms": -1,
        "connect/exit_on_failure": False,
        "connect/retry": RETRY,
        "listen/endpoints": [] if sends else [endpoint],
        "scouting/multicast/enabled": False,
        "scouting/gossip/enabled": False,
        "transport/link/tx/lease": 20_000,  # a keep-alive every 5 s
        "transport/link/tx/queue/congestion_control/block/wait_before_close": 60_000_000,  # microseconds
    }.items():
        config.insert_json5(key, json.dumps(value))
    return config


def send(session):
    session.declare_subscriber(ACKNOWLEDGEMENTS, lambda sample: write(ACKNOWLEDGEMENT, bytes(sample.payload)))
    publisher = session.declare_publisher(
        PACKETS, congestion_control=zenoh.CongestionControl.BLOCK, reliability=zenoh.Reliability.RELIABLE)
    publisher.declare_matching_listener(lambda status: write(MATCHED if status.matching else UNMATCHED))
    if publisher.matching_status.matching:
        write(MATCHED)
    for _, body in messages():
        publisher.put(body)


def store(session):
    session.declare_subscriber(PACKETS, lambda sample: write(PACKET, bytes(sample.payload)))
    publisher = session.declare_publisher(ACKNOWLEDGEMENTS, congestion_control=zenoh.CongestionControl.BLOCK)
    write(MATCHED)
    for _, body in messages():
        publisher.put(body)


def main():
    role, endpoint = sys.argv[1:]
    with zenoh.open(settings(role, endpoint)) as session:
        {"send": send, "store": store}[role](session)


main()
