package org.banip.core.frame;

import org.banip.core.packet.Packet;

/** The bits and numbers of the frame format (docs/protocol.md, "Frames"). */
final class FrameFormat {
    static final int DATA = 0x80;
    static final int SEQUENCE_SHIFT = 5;
    static final int SEQUENCE_NEXT = 0;
    static final int SEQUENCE_NEAR = 1;
    static final int SEQUENCE_FULL = 2;
    static final int SEQUENCE_FULL_KEY = 3;
    static final int HAS_TIME = 0x10;
    static final int HAS_COUNT = 0x08;
    static final int GROUP_MASK = 0x07;
    static final int GROUP_FOLLOWS = 7;

    static final int KEEP_ALIVE = 0x01;
    static final int ACKNOWLEDGEMENT = 0x02;
    static final int GAP = 0x03;
    static final int COMMAND = 0x04;
    static final int COMMAND_RESULT = 0x05;
    static final int TIME_REQUEST = 0x06;
    static final int TIME_ANSWER = 0x07;
    static final int ERROR = 0x08;
    /** A receiver skips unknown types from here to 0x7f. */
    static final int OPTIONAL_FROM = 0x40;

    static final int PATH_END = 0x41;

    static final int CRC_BYTES = 4;
    static final int MAX_VARINT_BYTES = 8;
    static final int MAX_CONTROL_BODY = 32_768;
    /** Type, length, group, sequence, origin, first unit, count. */
    static final int MAX_DATA_HEADER = 1 + 3 + 1 + 8 + 8 + 8 + 3;

    static final int MAX_FRAME = MAX_DATA_HEADER + Packet.MAX_PAYLOAD + CRC_BYTES;

    private FrameFormat() {}
}
