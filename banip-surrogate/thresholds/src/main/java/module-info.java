/** An example of a surrogate type: watches thresholds and sudden changes, and tells subscribers, a webhook and the MBU. */
module org.banip.thresholds {
    requires transitive org.banip.surrogate.api;
    requires transitive org.jspecify;
    requires org.banip.core;
    requires java.net.http;
    requires org.slf4j;

    exports org.banip.thresholds;

    provides org.banip.surrogate.api.SurrogateProvider with
            org.banip.thresholds.ThresholdSurrogateProvider;
}
