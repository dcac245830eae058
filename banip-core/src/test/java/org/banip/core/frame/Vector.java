package org.banip.core.frame;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.testing.Hex;

/** One line of a vector, and the bytes below it (docs/protocol.md, "Test vectors"). */
@SuppressWarnings("ArrayRecordComponent") // read once, never compared
record Vector(String word, String rest, byte[] bytes) {
    /** The bodies of a block, each a title and its vectors; {@code crc} lines are left out. */
    static Map<String, List<Vector>> bodies(String block) {
        Map<String, List<Vector>> bodies = new LinkedHashMap<>();
        List<Vector> body = new ArrayList<>();
        String[] lines = block.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i];
            if (line.startsWith("== ")) {
                body = new ArrayList<>();
                bodies.put(line.substring(3), body);
            } else if (!line.isBlank() && !line.startsWith(" ")) {
                String[] words = line.split(" ", 2);
                boolean hasBytes = i + 1 < lines.length && lines[i + 1].startsWith(" ");
                body.add(new Vector(
                        words[0], words.length > 1 ? words[1] : "", hasBytes ? Hex.bytes(lines[i + 1]) : new byte[0]));
            }
        }
        return bodies;
    }

    /** The packet, gap or control frame that the line names. */
    Object frame() {
        return switch (word) {
            case "packet", "~packet" -> Packet.of(header(number("key") == 1), hex("payload"));
            case "gap" ->
                new Gap(
                        (int) number("group"),
                        number("sequence"),
                        number("sequenceCount"),
                        number("origin"),
                        number("first"),
                        number("count"),
                        Gap.Reason.ofNumber((int) number("reason")));
            case "keep-alive" -> new Control.KeepAlive();
            case "acknowledgement" ->
                new Control.Acknowledgement(List.of(field("next").split(",", -1)).stream()
                        .mapToLong(Long::parseLong)
                        .toArray());
            case "command" -> new Control.Command(number("id"), field("name"), hex("argument"));
            case "command-result" -> new Control.CommandResult(number("id"), number("done") == 1, hex("result"));
            case "time-request" -> new Control.TimeRequest(number("t1"));
            case "path-end" -> new Control.PathEnd(number("millis"));
            case "time-answer" -> new Control.TimeAnswer(number("t1"), number("t2"), number("t3"));
            case "error" ->
                new Control.ErrorReport((int) number("number"), rest.substring(rest.indexOf("message=") + 8));
            default -> throw new AssertionError("the page has a line " + word);
        };
    }

    PacketHeader header(boolean key) {
        return new PacketHeader(
                (int) number("group"),
                number("sequence"),
                number("origin"),
                number("first"),
                (int) number("count"),
                key);
    }

    private long number(String name) {
        return Long.parseLong(field(name));
    }

    private byte[] hex(String name) {
        String digits = field(name);
        return digits.isEmpty() ? new byte[0] : Hex.bytes(digits);
    }

    private String field(String name) {
        for (String field : rest.split(" ", -1)) {
            if (field.startsWith(name + "=")) {
                return field.substring(name.length() + 1);
            }
        }
        throw new AssertionError(word + " has no field " + name + ": " + rest);
    }

    @Override
    public String toString() {
        return word + " " + rest + ": " + Hex.text(bytes);
    }
}
