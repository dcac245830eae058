package org.banip.measure.http.connection;

import io.netty.handler.codec.quic.QuicCodecBuilder;
import io.netty.handler.codec.quic.QuicCongestionControlAlgorithm;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.banip.measure.http.transfer.Congestion;

/** Windows and limits of HTTP/2 and HTTP/3, the same for both: those of a browser, so that only congestion control limits a load. */
public final class Windows {
    /** Receive window of a stream. */
    public static final int STREAM_WINDOW = 6 << 20;

    /** Receive window of a connection. */
    public static final int CONNECTION_WINDOW = 15 << 20;

    /** Streams at the same time. */
    public static final int STREAMS = 256;

    private static final int CONTROL_STREAMS = 8;
    private static final int PAYLOAD = 1350;
    private static final int LARGEST_PAYLOAD = 1500;
    private static final int IDLE_SECONDS = 30;

    private Windows() {}

    /** Sets them. */
    public static <B extends QuicCodecBuilder<B>> B on(B builder, String congestionControl) {
        return builder.initialMaxData(CONNECTION_WINDOW)
                .initialMaxStreamDataBidirectionalLocal(STREAM_WINDOW)
                .initialMaxStreamDataBidirectionalRemote(STREAM_WINDOW)
                .initialMaxStreamDataUnidirectional(STREAM_WINDOW)
                .initialMaxStreamsBidirectional(STREAMS)
                .initialMaxStreamsUnidirectional(CONTROL_STREAMS)
                .maxSendUdpPayloadSize(PAYLOAD)
                .maxRecvUdpPayloadSize(LARGEST_PAYLOAD)
                .maxIdleTimeout(IDLE_SECONDS, TimeUnit.SECONDS)
                .congestionControlAlgorithm(QuicCongestionControlAlgorithm.valueOf(
                        Congestion.checked(congestionControl).toUpperCase(Locale.ROOT)));
    }
}
