package org.banip.measure.overhead.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An option of a TCP header.
 *
 * @param name as people call it
 * @param bytes kind and length included
 */
record TcpOption(String name, int bytes) {
    private static final int END = 0;
    private static final int NO_OPERATION = 1;

    /** IANA, TCP option kind numbers. */
    private static final Map<Integer, String> NAMES = Map.of(
            END,
            "end",
            NO_OPERATION,
            "NOP",
            2,
            "MSS",
            3,
            "window scale",
            4,
            "SACK permitted",
            5,
            "SACK",
            8,
            "timestamps");

    /** All options of a header, in order, up to an impossible length. */
    static List<TcpOption> readAll(byte[] bytes) {
        List<TcpOption> options = new ArrayList<>();
        for (int at = 0; at < bytes.length; ) {
            int kind = bytes[at] & 0xff;
            int rest = bytes.length - at;
            int length = kind == NO_OPERATION ? 1 : kind == END || rest < 2 ? rest : bytes[at + 1] & 0xff;
            if (length < 1 || length > rest) {
                break;
            }
            options.add(new TcpOption(NAMES.getOrDefault(kind, "option " + kind), length));
            at += length;
        }
        return options;
    }

    /** {@code MSS 4, SACK permitted 2, timestamps 10, NOP 1}. */
    static String text(List<TcpOption> options) {
        return options.stream().map(option -> option.name + " " + option.bytes).collect(Collectors.joining(", "));
    }
}
