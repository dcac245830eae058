/** The {@code banip} command: demo, host, wsb, mbu, gateway, watch, command, alerts, store, export, certificates, seal-key, spool-key, surrogate, lookup, services. {@code org.banip.app.spi} takes more. */
@SuppressWarnings("module") // measure is built later
module org.banip.app {
    requires HdrHistogram;
    requires transitive info.picocli;
    requires java.management;
    requires java.net.http;
    requires static jdk.jartool; // only `surrogate sign` needs it
    requires transitive org.banip.alerts;
    requires transitive org.banip.core;
    requires static org.banip.emulator; // only `demo --paths` needs it
    requires org.banip.gateway;
    requires transitive org.banip.mbu;
    requires org.banip.recordings;
    requires org.banip.seal;
    requires org.banip.server;
    requires transitive org.banip.surrogate;
    requires org.banip.surrogate.jini;
    requires org.banip.wsb;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports org.banip.app to
            org.banip.measure;
    exports org.banip.app.certificate to
            org.banip.measure;
    exports org.banip.app.demo to
            org.banip.measure;
    exports org.banip.app.ecg to
            org.banip.measure;
    exports org.banip.app.option to
            org.banip.measure;
    exports org.banip.app.source to
            org.banip.measure;
    exports org.banip.app.spi;
    exports org.banip.app.store to
            org.banip.measure;
    exports org.banip.app.terminal;

    opens org.banip.app to
            info.picocli;
    opens org.banip.app.command to
            info.picocli;
    opens org.banip.app.gateway to
            info.picocli;
    opens org.banip.app.option to
            info.picocli;

    uses org.banip.app.spi.CommandProvider;
    uses org.banip.recordings.export.RecordingWriter;
}
