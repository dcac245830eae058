package org.banip.measure.overhead.wire;

import java.util.Optional;
import org.banip.emulator.profile.Way;
import org.banip.measure.overhead.ModelExchange;
import org.banip.measure.overhead.ModelPacket;
import org.banip.measure.overhead.PacketKind;
import org.banip.measure.results.ResultRow;

/**
 * Compares a packet on the link with the model's.
 *
 * @param how what the model calls the exchange
 * @param way direction
 * @param kind purpose of the packet
 * @param seen the packet on the link; empty if there was none
 * @param model what the model counts; empty if it counts none
 */
public record PacketComparison(
        ModelExchange how, Way way, PacketKind kind, Optional<SeenPacket> seen, Optional<ModelPacket> model) {
    private static final int CHUNK_SURPLUS = 2;

    /** Bytes on the link, headers included. */
    public int bytes() {
        return seen.map(SeenPacket::bytes).orElse(0);
    }

    /** Bytes that the model counts. */
    public int modelBytes() {
        return model.map(ModelPacket::bytes).orElse(0);
    }

    /** Why these are not the same. */
    public Reason reason() {
        if (bytes() == modelBytes()) {
            return Reason.NONE;
        }
        if (seen.isPresent() && model.isPresent()) {
            return ofBoth(seen.get(), model.get());
        }
        return switch (kind) {
            case ANSWER_ACK -> Reason.ALONE;
            case DATA_ACK -> seen.isPresent() ? Reason.ALONE : Reason.COVERED;
            case FRAME -> Reason.BANIP;
            case LATE -> Reason.CROSSED;
            default -> Reason.OTHER;
        };
    }

    private Reason ofBoth(SeenPacket there, ModelPacket counted) {
        if (there.payload() == counted.payload()) {
            return Reason.OPTIONS;
        }
        boolean chunk = how == ModelExchange.CHUNKED && there.payload() + CHUNK_SURPLUS == counted.payload();
        return chunk && there.headers() == counted.headers() ? Reason.CHUNK : Reason.OTHER;
    }

    /** Its TCP options by name; empty without a packet. */
    public String options() {
        return seen.map(packet -> TcpOption.text(packet.options())).orElse("");
    }

    /** Adds it to a row that names its exchange. */
    public ResultRow addTo(ResultRow row) {
        return row.text("way", way.token())
                .text("packet", kind.label())
                .count("headers", seen.map(SeenPacket::headers).orElse(0))
                .text("tcpOptions", options())
                .count("tcpPayload", seen.map(SeenPacket::payload).orElse(0))
                .count("bytes", bytes())
                .count("modelBytes", modelBytes())
                .count("difference", bytes() - modelBytes())
                .text("reason", reason().text());
    }
}
