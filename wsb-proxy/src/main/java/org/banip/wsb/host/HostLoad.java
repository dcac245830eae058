package org.banip.wsb.host;

import org.banip.core.json.JsonObject;

/**
 * How busy a host is, as it says itself (docs/protocol.md, section 2.4).
 *
 * @param interconnects open interconnects
 * @param limit most of them
 * @param store names the store: two hosts say the same only if they share it
 * @param storing whether it can store now
 */
public record HostLoad(long interconnects, long limit, String store, boolean storing) {
    /**
     * Reads a host's answer.
     *
     * @throws org.banip.core.error.BanipException if it is malformed
     */
    public static HostLoad fromJson(String document) {
        JsonObject json = JsonObject.parse(document);
        return new HostLoad(
                json.integer("interconnects", 0, Integer.MAX_VALUE),
                json.integer("limit", 1, Integer.MAX_VALUE),
                json.string("store"),
                !json.has("storing") || json.bool("storing"));
    }
}
