/** Test bed, command line and measurements; the only module that sees all others. */
module org.banip.measure {
    requires com.sun.jna;
    requires info.picocli;
    requires java.net.http;
    requires org.banip.core;
    requires org.banip.mbu;
    requires org.banip.surrogate;
    requires org.banip.transcoders;
    requires org.banip.wsb;
    requires com.github.luben.zstd_jni;
    requires HdrHistogram;
    requires jmh.core;
    requires org.tukaani.xz;
    requires org.slf4j;
    requires static org.jspecify;

    opens org.banip.measure.cli to
            info.picocli;
}
