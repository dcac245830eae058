package org.banip.mbu.uplink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hc.client5.http.classic.methods.HttpDelete;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;

/** The common part of the uplinks on Apache HttpClient: registration and deregistration. */
abstract class HttpUplink implements Uplink {
    static final ContentType FRAMES = ContentType.create(Protocol.FRAMES_TYPE);

    final UplinkContext context;
    final HttpTransport transport;

    HttpUplink(UplinkContext context) {
        this.context = context;
        transport = new HttpTransport(context);
    }

    @Override
    public String register(String document) throws IOException {
        HttpPost post = new HttpPost(context.resolve(Protocol.INTERCONNECTS));
        post.setEntity(new StringEntity(document, ContentType.APPLICATION_JSON));
        post.setHeader(ContentDigest.HEADER, ContentDigest.of(document.getBytes(StandardCharsets.UTF_8)));
        return transport.executeWithin(post, context.settings().responseTimeout(), answer -> {
            HttpAnswers.require(answer, HttpStatus.SC_CREATED, Protocol.JSON_TYPE, "registration");
            return HttpAnswers.document(answer);
        });
    }

    @Override
    public void deregister(String surrogate) throws IOException {
        HttpDelete delete = new HttpDelete(context.resolve(surrogate));
        transport.executeWithin(delete, context.settings().responseTimeout(), answer -> {
            if (answer.getCode() != HttpStatus.SC_NO_CONTENT) {
                HttpAnswers.require(answer, HttpStatus.SC_NO_CONTENT, "", "deregistration");
            }
            return answer.getCode();
        });
    }

    final HttpPost dataRequest(FrameSource source) {
        HttpPost post = new HttpPost(context.resolve(source.surrogate() + "/" + Protocol.DATA));
        context.path().ifPresent(name -> post.setHeader(Protocol.PATH_HEADER, name));
        if (source.registration().isPresent()) {
            post.setHeader(Protocol.AWAIT_HEADER, Protocol.AWAIT_REGISTRATION);
        }
        return post;
    }

    /** Reads the answer to a data request. */
    static void readData(ClassicHttpResponse answer, FrameSource source, PolledBody.HostFrames frames)
            throws IOException {
        if (answer.getCode() != HttpStatus.SC_OK) {
            source.bodyRefused();
        }
        HttpAnswers.require(answer, HttpStatus.SC_OK, Protocol.FRAMES_TYPE, "data request");
        HttpAnswers.frames(answer, frames);
    }

    @Override
    public void close() {
        transport.close();
    }
}
