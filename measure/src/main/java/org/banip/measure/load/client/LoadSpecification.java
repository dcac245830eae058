package org.banip.measure.load.client;

import java.net.URI;
import org.banip.core.ban.Frequency;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;

/**
 * What one load process does.
 *
 * @param base URL of host or broker, plain HTTP
 * @param first number of its first MBU
 * @param count how many MBUs it has
 * @param total MBUs of all load processes
 * @param packets packets a second of one MBU
 * @param payloadBytes of a packet
 * @param window 0: packets are sent at their instants; above: as fast as acknowledgements come, with this number outstanding
 * @param threads client loops
 * @param registrations registrations a second
 * @param password of all MBUs; empty: no log-in, the identity travels in its header as a broker would send it
 */
public record LoadSpecification(
        URI base,
        int first,
        int count,
        int total,
        Frequency packets,
        int payloadBytes,
        int window,
        int threads,
        double registrations,
        String password) {
    private static final int MOST = 1_000_000;

    /** The name of an MBU: its BAN's id and its identity. */
    public static String name(int mbu) {
        return "load-" + mbu;
    }

    /** As one line. */
    public String toJson() {
        return new JsonWriter()
                .beginObject()
                .field("base", base.toString())
                .field("first", first)
                .field("count", count)
                .field("total", total)
                .field("packets", packets.toString())
                .field("payloadBytes", payloadBytes)
                .field("window", window)
                .field("threads", threads)
                .field("registrations", registrations)
                .field("password", password)
                .endObject()
                .toString();
    }

    static LoadSpecification fromJson(JsonObject json) {
        return new LoadSpecification(
                URI.create(json.string("base")),
                (int) json.integer("first", 0, MOST),
                (int) json.integer("count", 1, MOST),
                (int) json.integer("total", 1, MOST),
                Frequency.parseExact(json.string("packets")),
                (int) json.integer("payloadBytes", 1, MOST),
                (int) json.integer("window", 0, MOST),
                (int) json.integer("threads", 1, MOST),
                json.number("registrations"),
                json.string("password"));
    }
}
