/** Transcoding components, found by {@link java.util.ServiceLoader}. */
module org.banip.transcoders {
    requires org.banip.core;
    requires static org.jspecify;
}
