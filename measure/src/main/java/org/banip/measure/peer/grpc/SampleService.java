package org.banip.measure.peer.grpc;

import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.wire.PacketBytes;

/** The service: one method, {@code Stream}, that takes packets and answers with acknowledgements. */
final class SampleService {
    static final String SERVICE = "banip.Samples";

    static final MethodDescriptor<Packet, byte[]> STREAM = MethodDescriptor.<Packet, byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Stream"))
            .setRequestMarshaller(new Packets())
            .setResponseMarshaller(new Bytes())
            .build();

    private SampleService() {}

    private static final class Packets implements MethodDescriptor.Marshaller<Packet> {
        @Override
        public InputStream stream(Packet packet) {
            return new ByteArrayInputStream(PacketBytes.encode(packet));
        }

        @Override
        public Packet parse(InputStream in) {
            return PacketBytes.decode(ByteBuffer.wrap(all(in)));
        }
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] bytes) {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public byte[] parse(InputStream in) {
            return all(in);
        }
    }

    private static byte[] all(InputStream in) {
        try {
            return in.readAllBytes();
        } catch (IOException e) {
            throw Status.INTERNAL.withCause(e).asRuntimeException();
        }
    }
}
