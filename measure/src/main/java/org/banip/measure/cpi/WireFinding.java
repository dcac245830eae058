package org.banip.measure.cpi;

import java.util.Locale;
import org.banip.mbu.uplink.Uplinks;
import org.banip.measure.overhead.Exchange;
import org.banip.measure.overhead.Headers;
import org.banip.measure.overhead.OverheadModel;
import org.banip.measure.overhead.WireBytes;
import org.banip.measure.results.ResultRow;

/**
 * What a packet of sensor sets cost on the link, on average of a run, and what the thesis's model says it costs with the heads that were
 * sent.
 *
 * @param uplink how it went
 * @param requestHead bytes of HTTP up, beside frames; a chunk's frame with {@code chunked}
 * @param answerHead bytes down
 * @param payload bytes of frames
 * @param packetsUp counted on the link
 * @param bytesUp counted on the link
 * @param packetsDown counted on the link
 * @param bytesDown counted on the link
 * @param model what the model says
 * @param thesis what it says with the thesis's heads
 */
public record WireFinding(
        String uplink,
        double requestHead,
        double answerHead,
        double payload,
        double packetsUp,
        double bytesUp,
        double packetsDown,
        double bytesDown,
        WireBytes model,
        WireBytes thesis) {
    static WireFinding of(CpiResult result) {
        double packets = result.mbu().packets();
        String uplink = result.plan().settings().uplink();
        double head = (result.mbu().bytesUplink() - result.mbu().bytesFramed()) / packets;
        double answer = result.mbu().bytesDownlink() / packets;
        double payload = result.mbu().bytesFramed() / packets;
        Headers thesis = Headers.THESIS;
        OverheadModel own = new OverheadModel(new Headers(
                thesis.packet(),
                thesis.segment(),
                (int) Math.round(head),
                (int) Math.round(answer),
                thesis.synUp(),
                thesis.synDown()));
        return new WireFinding(
                uplink,
                head,
                answer,
                payload,
                result.wire().packetsUp() / packets,
                result.wire().bytesUp() / packets,
                result.wire().packetsDown() / packets,
                result.wire().bytesDown() / packets,
                cost(own, uplink, Math.round(payload)),
                cost(OverheadModel.THESIS, uplink, Math.round(payload)));
    }

    private static WireBytes cost(OverheadModel model, String uplink, long payload) {
        Exchange exchange = switch (uplink) {
            case Uplinks.PER_REQUEST -> Exchange.PER_REQUEST;
            case Uplinks.PERSISTENT -> Exchange.PERSISTENT;
            default -> Exchange.CHUNKED;
        };
        return model.bytes(exchange, (int) payload);
    }

    /** For the table {@code wire-model}. */
    public ResultRow row() {
        return new ResultRow()
                .text("uplink", uplink)
                .number("requestHead", requestHead)
                .number("answerHead", answerHead)
                .number("payload", payload)
                .number("packetsUp", packetsUp)
                .count("modelPacketsUp", model.packetsUp())
                .number("bytesUp", bytesUp)
                .count("modelBytesUp", model.bytesUp())
                .number("packetsDown", packetsDown)
                .count("modelPacketsDown", model.packetsDown())
                .number("bytesDown", bytesDown)
                .count("modelBytesDown", model.bytesDown())
                .count("thesisBytes", thesis.total())
                .number("ratio", (bytesUp + bytesDown) / model.total());
    }

    /** For people. */
    public String line() {
        return String.format(
                Locale.ROOT,
                "%-12s head %5.1f answer %5.1f payload %6.1f  up %5.2f packets (model %d) %7.1f B (%d)"
                        + "  down %5.2f packets (%d) %6.1f B (%d)  ratio %.3f",
                uplink,
                requestHead,
                answerHead,
                payload,
                packetsUp,
                model.packetsUp(),
                bytesUp,
                model.bytesUp(),
                packetsDown,
                model.packetsDown(),
                bytesDown,
                model.bytesDown(),
                (bytesUp + bytesDown) / model.total());
    }
}
