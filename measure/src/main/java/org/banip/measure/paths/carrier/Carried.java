package org.banip.measure.paths.carrier;

/**
 * What a transport did.
 *
 * @param arrivals when what arrived
 * @param exact whether what is stored and what the live subscriber has is what was sent; of a plain stream, whether all bytes came;
 *     of that of a program, whether they have the digest of those sent
 * @param packets that BANip made; 0 for the others
 * @param sentAgain of these
 * @param duplicates that the host had before
 * @param redundantPackets that went over one path while another had them under way
 * @param redundantBytes bytes of these
 * @param reinjectedBytes those of them that were sent because that was cheaper than to wait, about
 * @param connections that were made
 */
public record Carried(
        Arrivals arrivals,
        boolean exact,
        long packets,
        long sentAgain,
        long duplicates,
        long redundantPackets,
        long redundantBytes,
        long reinjectedBytes,
        long connections) {}
