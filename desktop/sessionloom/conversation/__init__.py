"""The conversation canvas: nodes of a session as painted rows."""

from sessionloom.conversation.reading import Anchor
from sessionloom.conversation.view import ConversationView

__all__ = ["Anchor", "ConversationView"]
