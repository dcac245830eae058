/** BANip's vocabulary, wire format and transcoding SPI. The packages {@code json} and {@code text} are exported to BANip's own modules only. */
@SuppressWarnings("module") // those that get the helpers are built later
module org.banip.core {
    requires transitive org.jspecify;

    exports org.banip.core.alert;
    exports org.banip.core.ban;
    exports org.banip.core.command;
    exports org.banip.core.error;
    exports org.banip.core.frame;
    exports org.banip.core.interconnect;
    exports org.banip.core.json to
            org.banip.alerts,
            org.banip.app,
            org.banip.emulator,
            org.banip.gateway,
            org.banip.mbu,
            org.banip.measure,
            org.banip.recordings,
            org.banip.server,
            org.banip.surrogate,
            org.banip.surrogate.jini,
            org.banip.wsb;
    exports org.banip.core.packet;
    exports org.banip.core.text to
            org.banip.alerts,
            org.banip.app,
            org.banip.emulator,
            org.banip.gateway,
            org.banip.mbu,
            org.banip.mbu.discovery,
            org.banip.measure,
            org.banip.recordings,
            org.banip.seal,
            org.banip.server,
            org.banip.surrogate,
            org.banip.surrogate.api,
            org.banip.surrogate.jini,
            org.banip.surrogate.oidc,
            org.banip.transcoders,
            org.banip.wsb,
            org.banip.wsb.jini,
            org.banip.wsb.jwt;
    exports org.banip.core.transcoding;
    exports org.banip.core.transcoding.spi;

    uses org.banip.core.transcoding.spi.TranscoderProvider;
}
