// Generated from the migrated database by npm run generate. Not to be edited.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  __InternalSupabase: { PostgrestVersion: '13' };
  public: {
    Tables: {
      /** Personal access tokens, with which programs act as a person. */
      access_tokens: {
        Row: {
          created_at: string;
          expires_at: string | null;
          group_id: string | null;
          id: string;
          last_characters: string;
          last_used_at: string | null;
          name: string;
          scopes: string[];
          team_id: string | null;
          token_hash: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          expires_at?: string | null;
          group_id?: string | null;
          id?: string;
          last_characters: string;
          last_used_at?: string | null;
          name: string;
          scopes: string[];
          team_id?: string | null;
          token_hash: string;
          user_id?: string;
        };
        Update: {
          created_at?: string;
          expires_at?: string | null;
          group_id?: string | null;
          id?: string;
          last_characters?: string;
          last_used_at?: string | null;
          name?: string;
          scopes?: string[];
          team_id?: string | null;
          token_hash?: string;
          user_id?: string;
        };
        Relationships: [
          { foreignKeyName: 'access_tokens_group_id_fkey'; columns: ['group_id']; isOneToOne: false; referencedRelation: 'groups'; referencedColumns: ['id'] },
          { foreignKeyName: 'access_tokens_team_id_fkey'; columns: ['team_id']; isOneToOne: false; referencedRelation: 'teams'; referencedColumns: ['id'] },
        ];
      };
      /** The steps of chains. */
      chain_prompts: {
        Row: {
          bindings: Json;
          chain_id: string;
          content: string | null;
          id: string;
          prompt_id: string | null;
          sequence_order: number;
          title: string | null;
        };
        Insert: {
          bindings?: Json;
          chain_id: string;
          content?: string | null;
          id?: string;
          prompt_id?: string | null;
          sequence_order: number;
          title?: string | null;
        };
        Update: {
          bindings?: Json;
          chain_id?: string;
          content?: string | null;
          id?: string;
          prompt_id?: string | null;
          sequence_order?: number;
          title?: string | null;
        };
        Relationships: [
          { foreignKeyName: 'chain_prompts_chain_id_fkey'; columns: ['chain_id']; isOneToOne: false; referencedRelation: 'chains'; referencedColumns: ['id'] },
          { foreignKeyName: 'chain_prompts_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'chain_prompts_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
        ];
      };
      /** Runs of chains, whole by themselves: they outlive chain and prompts. */
      chain_runs: {
        Row: {
          answers: Json;
          chain_id: string | null;
          created_at: string;
          done_count: number | null;
          id: string;
          state: string;
          step_count: number | null;
          steps: Json;
          title: string;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          answers?: Json;
          chain_id?: string | null;
          created_at?: string;
          done_count?: never;
          id?: string;
          state?: string;
          step_count?: never;
          steps?: Json;
          title: string;
          updated_at?: string;
          user_id?: string;
        };
        Update: {
          answers?: Json;
          chain_id?: string | null;
          created_at?: string;
          done_count?: never;
          id?: string;
          state?: string;
          step_count?: never;
          steps?: Json;
          title?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          { foreignKeyName: 'chain_runs_chain_id_fkey'; columns: ['chain_id']; isOneToOne: false; referencedRelation: 'chains'; referencedColumns: ['id'] },
        ];
      };
      /** Sequences of prompts. */
      chains: {
        Row: {
          created_at: string;
          description: string | null;
          id: string;
          team_id: string | null;
          title: string;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          description?: string | null;
          id?: string;
          team_id?: string | null;
          title: string;
          updated_at?: string;
          user_id?: string;
        };
        Update: {
          created_at?: string;
          description?: string | null;
          id?: string;
          team_id?: string | null;
          title?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          { foreignKeyName: 'chains_team_id_fkey'; columns: ['team_id']; isOneToOne: false; referencedRelation: 'teams'; referencedColumns: ['id'] },
        ];
      };
      /** What people say under public prompts. */
      comments: {
        Row: {
          body: string;
          created_at: string;
          id: string;
          imported: boolean;
          prompt_id: string;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          body: string;
          created_at?: string;
          id?: string;
          imported?: boolean;
          prompt_id: string;
          updated_at?: string;
          user_id?: string;
        };
        Update: {
          body?: string;
          created_at?: string;
          id?: string;
          imported?: boolean;
          prompt_id?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          { foreignKeyName: 'comments_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'comments_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'comments_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
        ];
      };
      /** Which prompts a person has marked. */
      favorites: {
        Row: {
          created_at: string;
          prompt_id: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          prompt_id: string;
          user_id?: string;
        };
        Update: {
          created_at?: string;
          prompt_id?: string;
          user_id?: string;
        };
        Relationships: [
          { foreignKeyName: 'favorites_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'favorites_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
        ];
      };
      /** Folders of prompts, of a person or of a team. */
      groups: {
        Row: {
          created_at: string;
          deleted_at: string | null;
          description: string | null;
          id: string;
          name: string;
          parent_id: string | null;
          team_id: string | null;
          updated_at: string;
          user_id: string | null;
        };
        Insert: {
          created_at?: string;
          deleted_at?: string | null;
          description?: string | null;
          id?: string;
          name: string;
          parent_id?: string | null;
          team_id?: string | null;
          updated_at?: string;
          user_id?: string | null;
        };
        Update: {
          created_at?: string;
          deleted_at?: string | null;
          description?: string | null;
          id?: string;
          name?: string;
          parent_id?: string | null;
          team_id?: string | null;
          updated_at?: string;
          user_id?: string | null;
        };
        Relationships: [
          { foreignKeyName: 'a group lies in a group of its owner'; columns: ['parent_id', 'user_id']; isOneToOne: false; referencedRelation: 'groups'; referencedColumns: ['id', 'user_id'] },
          { foreignKeyName: 'a group lies in a group of its team'; columns: ['parent_id', 'team_id']; isOneToOne: false; referencedRelation: 'groups'; referencedColumns: ['id', 'team_id'] },
          { foreignKeyName: 'groups_team_id_fkey'; columns: ['team_id']; isOneToOne: false; referencedRelation: 'teams'; referencedColumns: ['id'] },
        ];
      };
      /** Authors whose prompts a person doesn't see in the community, and whose comments they see nowhere. */
      hidden_authors: {
        Row: {
          author_id: string;
          created_at: string;
          user_id: string;
        };
        Insert: {
          author_id: string;
          created_at?: string;
          user_id?: string;
        };
        Update: {
          author_id?: string;
          created_at?: string;
          user_id?: string;
        };
        Relationships: [
          { foreignKeyName: 'hidden_authors_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
        ];
      };
      /** What people are bringing in: sent in parts, stored by import_library, which empties it; the rest goes after a day. */
      import_parts: {
        Row: {
          content: Json;
          created_at: string;
          import_id: string;
          part: number;
          user_id: string;
        };
        Insert: {
          content: Json;
          created_at?: string;
          import_id: string;
          part: number;
          user_id?: string;
        };
        Update: {
          content?: Json;
          created_at?: string;
          import_id?: string;
          part?: number;
          user_id?: string;
        };
        Relationships: [];
      };
      /** Name and picture of each person, copied from the account's metadata. */
      profiles: {
        Row: {
          avatar_url: string | null;
          full_name: string | null;
          id: string;
        };
        Insert: {
          avatar_url?: string | null;
          full_name?: string | null;
          id: string;
        };
        Update: {
          avatar_url?: string | null;
          full_name?: string | null;
          id?: string;
        };
        Relationships: [];
      };
      /** Files of prompts. Uploading an object makes the row; people change its name and remove it. */
      prompt_attachments: {
        Row: {
          created_at: string;
          created_by: string | null;
          id: string;
          name: string;
          object_name: string;
          prompt_id: string;
          removed_at: string | null;
          size: number;
          type: string;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          id?: string;
          name: string;
          object_name: string;
          prompt_id: string;
          removed_at?: string | null;
          size: number;
          type: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          id?: string;
          name?: string;
          object_name?: string;
          prompt_id?: string;
          removed_at?: string | null;
          size?: number;
          type?: string;
        };
        Relationships: [
          { foreignKeyName: 'prompt_attachments_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompt_attachments_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
        ];
      };
      /** The references in the current content of each prompt, at most the first 200. Written by triggers. */
      prompt_includes: {
        Row: {
          included_id: string;
          pinned_version: number | null;
          position: number;
          prompt_id: string;
        };
        Insert: {
          included_id: string;
          pinned_version?: number | null;
          position: number;
          prompt_id: string;
        };
        Update: {
          included_id?: string;
          pinned_version?: number | null;
          position?: number;
          prompt_id?: string;
        };
        Relationships: [
          { foreignKeyName: 'prompt_includes_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompt_includes_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
        ];
      };
      /** The log of labels, written by the database, never updated. */
      prompt_label_moves: {
        Row: {
          by_token: boolean;
          from_version: number | null;
          id: string;
          label: string;
          moved_at: string;
          moved_by: string | null;
          note: string | null;
          prompt_id: string;
          protection: boolean | null;
          to_version: number | null;
        };
        Insert: {
          by_token?: boolean;
          from_version?: number | null;
          id?: string;
          label: string;
          moved_at?: string;
          moved_by?: string | null;
          note?: string | null;
          prompt_id: string;
          protection?: boolean | null;
          to_version?: number | null;
        };
        Update: {
          by_token?: boolean;
          from_version?: number | null;
          id?: string;
          label?: string;
          moved_at?: string;
          moved_by?: string | null;
          note?: string | null;
          prompt_id?: string;
          protection?: boolean | null;
          to_version?: number | null;
        };
        Relationships: [
          { foreignKeyName: 'prompt_label_moves_moved_by_fkey'; columns: ['moved_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompt_label_moves_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompt_label_moves_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
        ];
      };
      /** Names of versions, by which programs read prompts. Changed by functions alone. */
      prompt_labels: {
        Row: {
          is_protected: boolean;
          label: string;
          moved_at: string;
          moved_by: string | null;
          prompt_id: string;
          version_number: number;
        };
        Insert: {
          is_protected?: boolean;
          label: string;
          moved_at?: string;
          moved_by?: string | null;
          prompt_id: string;
          version_number: number;
        };
        Update: {
          is_protected?: boolean;
          label?: string;
          moved_at?: string;
          moved_by?: string | null;
          prompt_id?: string;
          version_number?: number;
        };
        Relationships: [
          { foreignKeyName: 'prompt_labels_moved_by_fkey'; columns: ['moved_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompt_labels_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompt_labels_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompt_labels_version_fkey'; columns: ['prompt_id', 'version_number']; isOneToOne: false; referencedRelation: 'prompt_versions'; referencedColumns: ['prompt_id', 'version_number'] },
        ];
      };
      /** Single people with whom an owner shares a prompt, written by functions alone. */
      prompt_shares: {
        Row: {
          answered_at: string | null;
          created_at: string;
          email: string;
          expires_at: string;
          first_version: number;
          id: string;
          invited_by: string;
          prompt_id: string;
          role: string;
          state: string;
          user_id: string | null;
        };
        Insert: {
          answered_at?: string | null;
          created_at?: string;
          email: string;
          expires_at?: string;
          first_version: number;
          id?: string;
          invited_by: string;
          prompt_id: string;
          role: string;
          state?: string;
          user_id?: string | null;
        };
        Update: {
          answered_at?: string | null;
          created_at?: string;
          email?: string;
          expires_at?: string;
          first_version?: number;
          id?: string;
          invited_by?: string;
          prompt_id?: string;
          role?: string;
          state?: string;
          user_id?: string | null;
        };
        Relationships: [
          { foreignKeyName: 'prompt_shares_invited_by_fkey'; columns: ['invited_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompt_shares_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompt_shares_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompt_shares_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
        ];
      };
      /** Counts and ranks of each prompt, updated by triggers. */
      prompt_stats: {
        Row: {
          born: string;
          comments_count: number;
          favorites_count: number;
          forks_count: number;
          hot: number;
          listed: boolean;
          points: number;
          prompt_id: string;
        };
        Insert: {
          born?: string;
          comments_count?: number;
          favorites_count?: number;
          forks_count?: number;
          hot?: number;
          listed?: boolean;
          points?: number;
          prompt_id: string;
        };
        Update: {
          born?: string;
          comments_count?: number;
          favorites_count?: number;
          forks_count?: number;
          hot?: number;
          listed?: boolean;
          points?: number;
          prompt_id?: string;
        };
        Relationships: [
          { foreignKeyName: 'prompt_stats_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: true; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompt_stats_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: true; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
        ];
      };
      /** When and how often a person used a prompt, and what they filled in last. */
      prompt_uses: {
        Row: {
          last_values: Json;
          prompt_id: string;
          used_at: string;
          user_id: string;
          uses: number;
        };
        Insert: {
          last_values?: Json;
          prompt_id: string;
          used_at?: string;
          user_id?: string;
          uses?: number;
        };
        Update: {
          last_values?: Json;
          prompt_id?: string;
          used_at?: string;
          user_id?: string;
          uses?: number;
        };
        Relationships: [
          { foreignKeyName: 'prompt_uses_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompt_uses_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
        ];
      };
      /** Every state of a prompt, the newest equal to the prompt. Written by the database, never updated. */
      prompt_versions: {
        Row: {
          category: string | null;
          change_description: string | null;
          content: string;
          created_at: string;
          created_by: string | null;
          description: string | null;
          group_id: string | null;
          icon: string | null;
          id: string;
          imported: boolean;
          is_public: boolean;
          prompt_id: string;
          proposed_by: string | null;
          tags: string[];
          title: string;
          version_number: number;
        };
        Insert: {
          category?: string | null;
          change_description?: string | null;
          content: string;
          created_at?: string;
          created_by?: string | null;
          description?: string | null;
          group_id?: string | null;
          icon?: string | null;
          id?: string;
          imported?: boolean;
          is_public?: boolean;
          prompt_id: string;
          proposed_by?: string | null;
          tags?: string[];
          title: string;
          version_number: number;
        };
        Update: {
          category?: string | null;
          change_description?: string | null;
          content?: string;
          created_at?: string;
          created_by?: string | null;
          description?: string | null;
          group_id?: string | null;
          icon?: string | null;
          id?: string;
          imported?: boolean;
          is_public?: boolean;
          prompt_id?: string;
          proposed_by?: string | null;
          tags?: string[];
          title?: string;
          version_number?: number;
        };
        Relationships: [
          { foreignKeyName: 'prompt_versions_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompt_versions_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
        ];
      };
      /** Prompts in their current state; prompt_versions has every state. */
      prompts: {
        Row: {
          category: string | null;
          change_description: string | null;
          content: string;
          created_at: string;
          deleted_at: string | null;
          description: string | null;
          forked_from: string | null;
          forked_from_version: number | null;
          group_id: string | null;
          icon: string | null;
          id: string;
          is_public: boolean;
          is_template: boolean;
          shared_version: number | null;
          tags: string[];
          team_id: string | null;
          template_category: string | null;
          title: string;
          updated_at: string;
          user_id: string;
          version: number;
        };
        Insert: {
          category?: string | null;
          change_description?: string | null;
          content: string;
          created_at?: string;
          deleted_at?: string | null;
          description?: string | null;
          forked_from?: string | null;
          forked_from_version?: number | null;
          group_id?: string | null;
          icon?: string | null;
          id?: string;
          is_public?: boolean;
          is_template?: boolean;
          shared_version?: number | null;
          tags?: string[];
          team_id?: string | null;
          template_category?: string | null;
          title: string;
          updated_at?: string;
          user_id?: string;
          version?: number;
        };
        Update: {
          category?: string | null;
          change_description?: string | null;
          content?: string;
          created_at?: string;
          deleted_at?: string | null;
          description?: string | null;
          forked_from?: string | null;
          forked_from_version?: number | null;
          group_id?: string | null;
          icon?: string | null;
          id?: string;
          is_public?: boolean;
          is_template?: boolean;
          shared_version?: number | null;
          tags?: string[];
          team_id?: string | null;
          template_category?: string | null;
          title?: string;
          updated_at?: string;
          user_id?: string;
          version?: number;
        };
        Relationships: [
          { foreignKeyName: 'prompts_forked_from_fkey'; columns: ['forked_from']; isOneToOne: false; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompts_forked_from_fkey'; columns: ['forked_from']; isOneToOne: false; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompts_group_id_fkey'; columns: ['group_id']; isOneToOne: false; referencedRelation: 'groups'; referencedColumns: ['id'] },
          { foreignKeyName: 'prompts_team_id_fkey'; columns: ['team_id']; isOneToOne: false; referencedRelation: 'teams'; referencedColumns: ['id'] },
        ];
      };
      /** Changes of prompts that their readers suggest. Written by functions alone. */
      proposals: {
        Row: {
          accepted_version: number | null;
          answered_at: string | null;
          answered_by: string | null;
          author_id: string | null;
          base_content: string;
          base_description: string | null;
          base_tags: string[];
          base_title: string;
          base_version: number;
          content: string;
          created_at: string;
          description: string | null;
          id: string;
          message: string | null;
          prompt_id: string;
          reason: string | null;
          source_id: string | null;
          state: string;
          tags: string[];
          title: string;
        };
        Insert: {
          accepted_version?: number | null;
          answered_at?: string | null;
          answered_by?: string | null;
          author_id?: string | null;
          base_content: string;
          base_description?: string | null;
          base_tags: string[];
          base_title: string;
          base_version: number;
          content: string;
          created_at?: string;
          description?: string | null;
          id?: string;
          message?: string | null;
          prompt_id: string;
          reason?: string | null;
          source_id?: string | null;
          state?: string;
          tags: string[];
          title: string;
        };
        Update: {
          accepted_version?: number | null;
          answered_at?: string | null;
          answered_by?: string | null;
          author_id?: string | null;
          base_content?: string;
          base_description?: string | null;
          base_tags?: string[];
          base_title?: string;
          base_version?: number;
          content?: string;
          created_at?: string;
          description?: string | null;
          id?: string;
          message?: string | null;
          prompt_id?: string;
          reason?: string | null;
          source_id?: string | null;
          state?: string;
          tags?: string[];
          title?: string;
        };
        Relationships: [
          { foreignKeyName: 'proposals_answered_by_fkey'; columns: ['answered_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
          { foreignKeyName: 'proposals_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
          { foreignKeyName: 'proposals_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'proposals_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'proposals_source_id_fkey'; columns: ['source_id']; isOneToOne: false; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'proposals_source_id_fkey'; columns: ['source_id']; isOneToOne: false; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
        ];
      };
      /** What readers want an operator to look at: a public prompt, or a comment under it. */
      reports: {
        Row: {
          closed_at: string | null;
          comment_body: string | null;
          comment_id: string | null;
          created_at: string;
          id: string;
          note: string | null;
          prompt_id: string;
          prompt_version: number | null;
          reason: string;
          user_id: string | null;
        };
        Insert: {
          closed_at?: string | null;
          comment_body?: string | null;
          comment_id?: string | null;
          created_at?: string;
          id?: string;
          note?: string | null;
          prompt_id: string;
          prompt_version?: number | null;
          reason: string;
          user_id?: string | null;
        };
        Update: {
          closed_at?: string | null;
          comment_body?: string | null;
          comment_id?: string | null;
          created_at?: string;
          id?: string;
          note?: string | null;
          prompt_id?: string;
          prompt_version?: number | null;
          reason?: string;
          user_id?: string | null;
        };
        Relationships: [
          { foreignKeyName: 'reports_comment_id_fkey'; columns: ['comment_id']; isOneToOne: false; referencedRelation: 'comments'; referencedColumns: ['id'] },
          { foreignKeyName: 'reports_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'reports_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: false; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'reports_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
        ];
      };
      /** The newest row of a person counts; its status 'active' means subscribed. */
      subscriptions: {
        Row: {
          created_at: string;
          id: string;
          status: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          status: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          status?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      /** Prompts that an operator made private. They stay private until they are released. */
      takedowns: {
        Row: {
          created_at: string;
          prompt_id: string;
          reason: string;
        };
        Insert: {
          created_at?: string;
          prompt_id: string;
          reason: string;
        };
        Update: {
          created_at?: string;
          prompt_id?: string;
          reason?: string;
        };
        Relationships: [
          { foreignKeyName: 'takedowns_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: true; referencedRelation: 'prompts'; referencedColumns: ['id'] },
          { foreignKeyName: 'takedowns_prompt_id_fkey'; columns: ['prompt_id']; isOneToOne: true; referencedRelation: 'readable_prompts'; referencedColumns: ['id'] },
        ];
      };
      /** Who did what in a team, written by triggers, never updated, and deleted after 180 days. */
      team_activity: {
        Row: {
          action: string;
          actor_id: string | null;
          actor_name: string | null;
          chain_id: string | null;
          created_at: string;
          id: string;
          label: string | null;
          member_id: string | null;
          member_name: string | null;
          prompt_id: string | null;
          role: string | null;
          team_id: string;
          title: string | null;
          version_number: number | null;
        };
        Insert: {
          action: string;
          actor_id?: string | null;
          actor_name?: string | null;
          chain_id?: string | null;
          created_at?: string;
          id?: string;
          label?: string | null;
          member_id?: string | null;
          member_name?: string | null;
          prompt_id?: string | null;
          role?: string | null;
          team_id: string;
          title?: string | null;
          version_number?: number | null;
        };
        Update: {
          action?: string;
          actor_id?: string | null;
          actor_name?: string | null;
          chain_id?: string | null;
          created_at?: string;
          id?: string;
          label?: string | null;
          member_id?: string | null;
          member_name?: string | null;
          prompt_id?: string | null;
          role?: string | null;
          team_id?: string;
          title?: string | null;
          version_number?: number | null;
        };
        Relationships: [
          { foreignKeyName: 'team_activity_actor_id_fkey'; columns: ['actor_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
          { foreignKeyName: 'team_activity_member_id_fkey'; columns: ['member_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
        ];
      };
      /** Invitations to teams, written by functions alone. Owners of the team read them, and the person who is invited. */
      team_invitations: {
        Row: {
          answered_at: string | null;
          created_at: string;
          email: string | null;
          expires_at: string;
          id: string;
          invited_by: string;
          role: string;
          state: string;
          team_id: string;
          user_id: string | null;
        };
        Insert: {
          answered_at?: string | null;
          created_at?: string;
          email?: string | null;
          expires_at?: string;
          id?: string;
          invited_by: string;
          role: string;
          state?: string;
          team_id: string;
          user_id?: string | null;
        };
        Update: {
          answered_at?: string | null;
          created_at?: string;
          email?: string | null;
          expires_at?: string;
          id?: string;
          invited_by?: string;
          role?: string;
          state?: string;
          team_id?: string;
          user_id?: string | null;
        };
        Relationships: [
          { foreignKeyName: 'team_invitations_invited_by_fkey'; columns: ['invited_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
          { foreignKeyName: 'team_invitations_team_id_fkey'; columns: ['team_id']; isOneToOne: false; referencedRelation: 'teams'; referencedColumns: ['id'] },
          { foreignKeyName: 'team_invitations_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
        ];
      };
      /** Links by which people join a team, written by functions alone. Owners of the team read them. */
      team_links: {
        Row: {
          created_at: string;
          created_by: string;
          expires_at: string;
          id: string;
          max_uses: number;
          revoked_at: string | null;
          role: string;
          team_id: string;
          token_hash: string;
          uses: number;
        };
        Insert: {
          created_at?: string;
          created_by: string;
          expires_at: string;
          id?: string;
          max_uses: number;
          revoked_at?: string | null;
          role: string;
          team_id: string;
          token_hash: string;
          uses?: number;
        };
        Update: {
          created_at?: string;
          created_by?: string;
          expires_at?: string;
          id?: string;
          max_uses?: number;
          revoked_at?: string | null;
          role?: string;
          team_id?: string;
          token_hash?: string;
          uses?: number;
        };
        Relationships: [
          { foreignKeyName: 'team_links_created_by_fkey'; columns: ['created_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
          { foreignKeyName: 'team_links_team_id_fkey'; columns: ['team_id']; isOneToOne: false; referencedRelation: 'teams'; referencedColumns: ['id'] },
        ];
      };
      /** The members of teams and their roles. */
      team_members: {
        Row: {
          accepted_role: string;
          created_at: string;
          role: string;
          team_id: string;
          user_id: string;
        };
        Insert: {
          accepted_role?: string;
          created_at?: string;
          role?: string;
          team_id: string;
          user_id: string;
        };
        Update: {
          accepted_role?: string;
          created_at?: string;
          role?: string;
          team_id?: string;
          user_id?: string;
        };
        Relationships: [
          { foreignKeyName: 'team_members_team_id_fkey'; columns: ['team_id']; isOneToOne: false; referencedRelation: 'teams'; referencedColumns: ['id'] },
          { foreignKeyName: 'team_members_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
        ];
      };
      /** People who share prompts. */
      teams: {
        Row: {
          created_at: string;
          created_by: string | null;
          id: string;
          name: string;
          released_by_proposal: boolean;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          id?: string;
          name: string;
          released_by_proposal?: boolean;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          id?: string;
          name?: string;
          released_by_proposal?: boolean;
          updated_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'teams_created_by_fkey'; columns: ['created_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['id'] },
        ];
      };
      /** Events to send and sent to webhooks. Written by the database; kept for 14 days. */
      webhook_deliveries: {
        Row: {
          attempted_at: string | null;
          attempts: number;
          claimed_until: string | null;
          created_at: string;
          duration_ms: number | null;
          error: string | null;
          event: string;
          id: string;
          label_move_id: string | null;
          next_attempt_at: string;
          prompt_id: string | null;
          request_body: string | null;
          response_status: number | null;
          status: string;
          version_number: number | null;
          webhook_id: string;
        };
        Insert: {
          attempted_at?: string | null;
          attempts?: number;
          claimed_until?: string | null;
          created_at?: string;
          duration_ms?: number | null;
          error?: string | null;
          event: string;
          id?: string;
          label_move_id?: string | null;
          next_attempt_at?: string;
          prompt_id?: string | null;
          request_body?: string | null;
          response_status?: number | null;
          status?: string;
          version_number?: number | null;
          webhook_id: string;
        };
        Update: {
          attempted_at?: string | null;
          attempts?: number;
          claimed_until?: string | null;
          created_at?: string;
          duration_ms?: number | null;
          error?: string | null;
          event?: string;
          id?: string;
          label_move_id?: string | null;
          next_attempt_at?: string;
          prompt_id?: string | null;
          request_body?: string | null;
          response_status?: number | null;
          status?: string;
          version_number?: number | null;
          webhook_id?: string;
        };
        Relationships: [
          { foreignKeyName: 'webhook_deliveries_webhook_id_fkey'; columns: ['webhook_id']; isOneToOne: false; referencedRelation: 'webhooks'; referencedColumns: ['id'] },
        ];
      };
      /** Addresses that receive events of a person's prompts and their teams'. */
      webhooks: {
        Row: {
          created_at: string;
          events: string[];
          failing_since: string | null;
          group_id: string | null;
          id: string;
          is_active: boolean;
          paused_because: string | null;
          team_id: string | null;
          url: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          events: string[];
          failing_since?: string | null;
          group_id?: string | null;
          id?: string;
          is_active?: boolean;
          paused_because?: string | null;
          team_id?: string | null;
          url: string;
          user_id?: string;
        };
        Update: {
          created_at?: string;
          events?: string[];
          failing_since?: string | null;
          group_id?: string | null;
          id?: string;
          is_active?: boolean;
          paused_because?: string | null;
          team_id?: string | null;
          url?: string;
          user_id?: string;
        };
        Relationships: [
          { foreignKeyName: 'webhooks_group_id_fkey'; columns: ['group_id']; isOneToOne: false; referencedRelation: 'groups'; referencedColumns: ['id'] },
          { foreignKeyName: 'webhooks_team_id_fkey'; columns: ['team_id']; isOneToOne: false; referencedRelation: 'teams'; referencedColumns: ['id'] },
        ];
      };
    };
    Views: {
      /** Public prompts that are not deleted, without the templates and whom the reader hid, with author and counts; group, team and source as in readable_prompts. Runs under the policies of its owner, cuebook_reader. */
      prompt_details_v: {
        Row: {
          author_avatar: string | null;
          author_name: string | null;
          category: string | null;
          comments_count: number;
          content: string;
          created_at: string;
          description: string | null;
          favorites_count: number;
          forked_from: string | null;
          forked_from_version: number | null;
          forks_count: number;
          group_id: string | null;
          hot: number;
          icon: string | null;
          id: string;
          is_public: boolean;
          is_template: boolean;
          points: number;
          tags: string[];
          team_id: string | null;
          template_category: string | null;
          title: string;
          updated_at: string;
          user_id: string;
          version: number;
        };
        Relationships: [];
      };
      /** Every prompt that the caller may read: their own, those shared with them or their teams, and public ones. Group and team only of their own and their teams', group_name only of groups of the caller and their teams, a source only if the caller may read it. share_role is the caller's role if the owner shares the prompt with them; is_shared tells the owner and such people that it is shared with single people. Runs under the policies of its owner, cuebook_reader: those of the caller hide whole rows. */
      readable_prompts: {
        Row: {
          category: string | null;
          content: string;
          created_at: string;
          deleted_at: string | null;
          description: string | null;
          forked_from: string | null;
          forked_from_version: number | null;
          group_id: string | null;
          group_name: string | null;
          icon: string | null;
          id: string;
          is_public: boolean;
          is_shared: boolean | null;
          is_template: boolean;
          share_role: string | null;
          tags: string[];
          team_id: string | null;
          template_category: string | null;
          title: string;
          updated_at: string;
          user_id: string;
          version: number;
        };
        Relationships: [];
      };
    };
    Functions: {
      /** Accepts a prompt that somebody shares with the caller's address. Returns the share. */
      accept_prompt_share: {
        Args: {
          id: string;
        };
        Returns: Database['public']['Tables']['prompt_shares']['Row'];
        SetofOptions: { from: '*'; to: 'prompt_shares'; isOneToOne: true; isSetofReturn: false };
      };
      /** Accepts an open proposal to a prompt that the caller may change: saves the given text, which the caller may have merged or edited, as a new version that names the author. Only if expected_version is still the newest (otherwise 409). */
      accept_proposal: {
        Args: {
          content: string;
          description?: string | null;
          expected_version: number;
          id: string;
          tags?: string[] | null;
          title: string;
        };
        Returns: Database['public']['Tables']['prompts']['Row'];
        SetofOptions: { from: '*'; to: 'prompts'; isOneToOne: true; isSetofReturn: false };
      };
      /** Makes the caller a member of the team that invited them, or gives a member the role of the invitation if it has more rights. Returns the membership. */
      accept_team_invitation: {
        Args: {
          id: string;
        };
        Returns: Database['public']['Tables']['team_members']['Row'];
        SetofOptions: { from: '*'; to: 'team_members'; isOneToOne: true; isSetofReturn: false };
      };
      /** Makes the caller a member of the team that a link leads to, and counts the use. Never takes rights from a member. Returns the membership. */
      accept_team_link: {
        Args: {
          token: string;
        };
        Returns: Database['public']['Tables']['team_members']['Row'];
        SetofOptions: { from: '*'; to: 'team_members'; isOneToOne: true; isSetofReturn: false };
      };
      /** Returns the text that was accepted of the caller's proposal, maybe edited; no row when the prompt can no longer be read, or was private then. */
      accepted_text: {
        Args: {
          proposal_id: string;
        };
        Returns: {
          content: string;
          description: string;
          tags: string[];
          title: string;
          version: number;
        }[];
      };
      /** Gives prompts a category; null or an empty one takes it off. */
      categorize_prompts: {
        Args: {
          ids: string[];
          new_category?: string | null;
        };
        Returns: Json;
      };
      /** Sets what a person may do with a prompt that the caller shares with them. */
      change_share_role: {
        Args: {
          id: string;
          role: string;
        };
        Returns: Database['public']['Tables']['prompt_shares']['Row'];
        SetofOptions: { from: '*'; to: 'prompt_shares'; isOneToOne: true; isSetofReturn: false };
      };
      /** Returns public prompts but the templates and those of authors whom the caller hid, in the order latest, oldest, trending or top, narrowed to those whose title or description contains every word of the query (filters as in search_prompts), that have every tag of with_tags and the category in_category, whatever their case. The next page comes after the cursor of the last row. When nothing matches, one typo is forgiven. */
      community_feed: {
        Args: {
          after?: string | null;
          in_category?: string | null;
          page_size?: number | null;
          query?: string | null;
          sort?: string | null;
          with_tags?: string[] | null;
        };
        Returns: {
          author_avatar: string | null;
          author_name: string | null;
          category: string | null;
          comments_count: number;
          created_at: string;
          cursor: string;
          description: string | null;
          favorites_count: number;
          forked_from: string | null;
          forked_from_version: number | null;
          forks_count: number;
          icon: string | null;
          id: string;
          is_favorite: boolean;
          is_template: boolean;
          preview: string;
          tags: string[];
          template_category: string | null;
          title: string;
          typo_forgiven: boolean;
          updated_at: string;
          user_id: string;
          variable_count: number;
          version: number;
        }[];
      };
      /** Returns how many prompts community_feed finds; 1001 if there are more than 1000. */
      count_community: {
        Args: {
          in_category?: string | null;
          query?: string | null;
          with_tags?: string[] | null;
        };
        Returns: number;
      };
      /** Counts the open proposals of other people that the caller may answer; 100 stands for more. */
      count_open_proposals: {
        Args: Record<PropertyKey, never>;
        Returns: number;
      };
      /** Returns how many prompts search_prompts finds; 1001 if there are more than 1000. */
      count_prompts: {
        Args: {
          and_below?: boolean | null;
          in_group?: string | null;
          query?: string | null;
          scope?: string | null;
        };
        Returns: number;
      };
      /** Creates a personal access token and returns it: cbk_, 40 random hexadecimal digits, and the first 8 of their SHA-256 as a checksum. It is shown only once. */
      create_access_token: {
        Args: {
          expires_at?: string | null;
          group_id?: string | null;
          name: string;
          scopes: string[];
          team_id?: string | null;
        };
        Returns: string;
      };
      /** Creates a link to a team that the caller owns, and returns its token: 40 random hexadecimal digits, shown only once. It is for 1 to 100 people and 1 to 30 days; 20 may be open for each owner (422, 429). */
      create_team_link: {
        Args: {
          max_uses?: number | null;
          role: string;
          team_id: string;
          valid_days?: number | null;
        };
        Returns: string;
      };
      /** Creates a webhook of the caller. Returns its id, and the secret that signs its deliveries, which is shown only once. */
      create_webhook: {
        Args: {
          events: string[];
          group_id?: string | null;
          is_active?: boolean | null;
          team_id?: string | null;
          url: string;
        };
        Returns: {
          id: string;
          secret: string;
        }[];
      };
      /** Declines a prompt that is offered to the caller, or gives one back that they accepted: its owner cannot offer it to that address for 30 days. */
      decline_prompt_share: {
        Args: {
          id: string;
        };
        Returns: undefined;
      };
      /** Declines an open proposal to a prompt that the caller may change, with a reason for its author. */
      decline_proposal: {
        Args: {
          id: string;
          reason?: string | null;
        };
        Returns: Database['public']['Tables']['proposals']['Row'];
        SetofOptions: { from: '*'; to: 'proposals'; isOneToOne: true; isSetofReturn: false };
      };
      /** Declines an invitation of the caller: the team cannot invite them again for 30 days. */
      decline_team_invitation: {
        Args: {
          id: string;
        };
        Returns: undefined;
      };
      /** Deletes prompts, or a group with its prompts, and saves other contents of prompts and chain steps that include them, in one transaction. Changes: [{id, version: the base of the change, content}]. Step changes: [{id, before, content}]. Returns {prompts: the ids of those it deleted, saved: {id: the number of the new version}}. */
      delete_included_prompts: {
        Args: {
          change_description?: string | null;
          changes: Json;
          group_id?: string | null;
          prompt_ids: string[];
          step_changes?: Json | null;
        };
        Returns: Json;
      };
      /** Removes the caller's account and everything that is theirs, for good. */
      delete_user_account: {
        Args: Record<PropertyKey, never>;
        Returns: undefined;
      };
      /** Returns the groups of the caller, or of a team of theirs, that were deleted and can come back, with the numbers of prompts and of groups in it that come back with each. */
      deleted_groups: {
        Args: {
          of_team?: string | null;
        };
        Returns: {
          deleted_at: string;
          group_count: number;
          id: string;
          name: string;
          prompt_count: number;
        }[];
      };
      /** Deletes a group of the caller's, or of a team that they edit, after moving what is in it up, into the group around it. Returns {deleted_at, groups: the ids of those it moved, prompts: {id: the number of the new version}}. */
      dissolve_group: {
        Args: {
          group_id: string;
        };
        Returns: Json;
      };
      /** Makes a private copy of each prompt of the caller or of their teams, with its files, in the same group if that is the caller's. '(Copy)' stands behind the title, '(Fork)' behind that of somebody else's prompt, which the copy names as its source. Returns the ids of the copies. */
      duplicate_prompts: {
        Args: {
          ids: string[];
        };
        Returns: string[];
      };
      /** Returns public prompts but the templates, newest first, for anybody, narrowed to those whose title or description contains every word of the query. The next page comes after the cursor of the last row. */
      explore_prompts: {
        Args: {
          after?: string | null;
          page_size?: number | null;
          query?: string | null;
        };
        Returns: {
          author_avatar: string;
          author_name: string;
          category: string;
          comments_count: number;
          content: string;
          created_at: string;
          cursor: string;
          description: string;
          favorites_count: number;
          forks_count: number;
          icon: string;
          id: string;
          is_cut: boolean;
          tags: string[];
          template_category: string;
          title: string;
          updated_at: string;
          user_id: string;
          version: number;
        }[];
      };
      /** Returns the source of the caller's fork as it was when it was forked; no row when the source can no longer be read. */
      fork_base: {
        Args: {
          prompt_id: string;
        };
        Returns: {
          content: string;
          description: string | null;
          icon: string | null;
          tags: string[];
          title: string;
          version: number;
        }[];
      };
      /** Stores what was sent to import_parts under an id, in one transaction, as the caller's own. With to_team, the prompts and chains are shared with the team, and prompts lie in its groups; the rest is the caller's. Prompts: {key, title, content, description, tags, category, icon, is_public, is_favorite, group: a key, forked_from: a key or id, forked_from_version, created_at, updated_at, newest: {change_description, created_at} of the version that is this state, has_files}. Versions, of each prompt from the first on: {prompt: a key, title, content, …, change_description, created_at}. Groups: {key, path: the names from the top to it, parent: a key, description, created_at, updated_at}; those that are there by path are taken. Chains: {key, title, description, created_at, updated_at, steps: [{prompt: a key or id, or title and content of a prompt written in the chain, bindings}]}. Runs: {chain: a key, title, state, steps, answers, created_at, updated_at}. Comments, under prompts of the import that the caller owns: {prompt: a key, body, created_at, updated_at}. Uses: {prompt: a key or id, used_at, uses, last_values}. Leaves out prompts and chains that the library, and runs that the caller has already, unless include_known, and comments and uses always; keeps all private, unless publish. Returns {imported, known: positions left out, from 0, new_groups, new_chains, empty_steps, new_runs, new_comments, new_uses, prompts_with_files: ids of new prompts by key}. */
      import_library: {
        Args: {
          import_id: string;
          include_known?: boolean | null;
          publish?: boolean | null;
          to_team?: string | null;
        };
        Returns: Json;
      };
      /** Returns the texts that references (id or id@version) stand for, and those that these include, each once. Without a text, gap says why: missing (none, or not readable by the caller), deleted, or limit (more than 10 levels, 200 texts or 1,000,000 characters). */
      included_texts: {
        Args: {
          refs: string[];
        };
        Returns: {
          content: string;
          gap: string;
          is_public: boolean;
          prompt_id: string;
          ref: string;
          title: string;
          version: number;
        }[];
      };
      /** Invites an address or a person to a team that the caller owns, or a member to a role with more rights. At most 50 a day, 200 open ones a team, and none for 30 days after one was declined (409, 429). */
      invite_to_team: {
        Args: {
          email?: string | null;
          role: string;
          team_id: string;
          user_id?: string | null;
        };
        Returns: Database['public']['Tables']['team_invitations']['Row'];
        SetofOptions: { from: '*'; to: 'team_invitations'; isOneToOne: true; isSetofReturn: false };
      };
      /** Returns which of these fingerprints (SHA-256 of the title's length in bytes, a colon, title and content) belong to prompts of the caller, or of a team of theirs. */
      known_prompts: {
        Args: {
          fingerprints: string[];
          of_team?: string | null;
        };
        Returns: string[];
      };
      /** Ends the caller's membership of a team. take_prompts first takes the prompts and chains that they own out of it. */
      leave_team: {
        Args: {
          take_prompts?: boolean | null;
          team_id: string;
        };
        Returns: undefined;
      };
      /** Returns the ids of all prompts that search_prompts finds in the caller's library, or in a team of theirs, in its order; all of them for an empty query. */
      matching_prompts: {
        Args: {
          of_team?: string | null;
          query?: string | null;
        };
        Returns: string[];
      };
      /** Points a label of a prompt at a version; the label may be new. With base_version, only if the label still names that version, or is new with 0 (otherwise 409). Returns the move; the last one if the label names the version already. */
      move_prompt_label: {
        Args: {
          base_version?: number | null;
          label: string;
          note?: string | null;
          prompt_id: string;
          version_number: number;
        };
        Returns: Database['public']['Tables']['prompt_label_moves']['Row'];
        SetofOptions: { from: '*'; to: 'prompt_label_moves'; isOneToOne: true; isSetofReturn: false };
      };
      /** Puts prompts into a group of their library, or, for null, into none: the caller's own prompts into a group of theirs, those of a team that they edit into one of the team. Leaves prompts of other libraries where they are. */
      move_prompts: {
        Args: {
          ids: string[];
          to_group?: string | null;
        };
        Returns: Json;
      };
      /** Shares prompts with a team that the caller owns or edits, or, for null, takes them out of theirs. They stay the caller's, and leave their group. */
      move_prompts_to_team: {
        Args: {
          ids: string[];
          to_team?: string | null;
        };
        Returns: Json;
      };
      /** Returns the newest 100 prompts that are offered to the caller's address, with who offers them; none by people whom the caller hid. */
      my_offered_prompts: {
        Args: Record<PropertyKey, never>;
        Returns: {
          created_at: string;
          expires_at: string;
          id: string;
          inviter_name: string;
          prompt_id: string;
          role: string;
          title: string;
        }[];
      };
      /** Returns a page of 50 proposals, newest first: those that the caller may answer (box 'review'), or their own (box 'sent'); open or answered ones, before an id. The team of the prompt is named to its members. */
      my_proposals: {
        Args: {
          before?: string | null;
          box: string;
          is_open?: boolean | null;
        };
        Returns: {
          answered_at: string;
          author_avatar: string;
          author_id: string;
          author_name: string;
          created_at: string;
          id: string;
          message: string;
          prompt_icon: string;
          prompt_id: string;
          prompt_title: string;
          reason: string;
          reviewer_name: string;
          state: string;
          team_name: string;
        }[];
      };
      /** Returns the sessions of the caller: this one first, then the most recently used. */
      my_sessions: {
        Args: Record<PropertyKey, never>;
        Returns: {
          created_at: string;
          id: string;
          ip: string;
          is_current: boolean;
          last_used_at: string;
          second_factor: boolean;
          user_agent: string;
        }[];
      };
      /** Returns the tags of the caller's prompts, or of those of a team of theirs, with the number of prompts: [{tag, prompts}]. */
      my_tags: {
        Args: {
          of_team?: string | null;
        };
        Returns: Json;
      };
      /** Returns the newest 100 open invitations of the caller, with the team, who invited them, and the role that they have in it already; none by people whom the caller hid. */
      my_team_invitations: {
        Args: Record<PropertyKey, never>;
        Returns: {
          created_at: string;
          expires_at: string;
          id: string;
          inviter_name: string;
          member_role: string;
          role: string;
          team_id: string;
          team_name: string;
        }[];
      };
      /** Creates ten recovery codes for the caller, which replace the older ones, and returns them. They are shown only once. */
      new_recovery_codes: {
        Args: Record<PropertyKey, never>;
        Returns: string[];
      };
      /** Returns reports that no operator has closed, oldest first, with what they are about. The next page comes after the last id. */
      open_reports: {
        Args: {
          after?: string | null;
          page_size?: number | null;
        };
        Returns: {
          author_id: string;
          author_name: string | null;
          comment_author_id: string | null;
          comment_author_name: string | null;
          comment_body: string | null;
          comment_id: string | null;
          created_at: string;
          id: string;
          note: string | null;
          prompt_id: string;
          prompt_is_public: boolean;
          prompt_title: string;
          prompt_version: number | null;
          reason: string;
          reporter: string | null;
        }[];
      };
      /** Counts what import_library would store of these entries, file after file, and what the library has; stores nothing. Entries are objects: {file: a number from 1, kind: groups, chains, runs, comments or uses, path: the names from the top to a group, digest: SHA-256 of what the kind compares, created_at: of runs and comments, prompts: fingerprints of prompts of the same file, or ids of others}. Returns [{file, kind, new, existing}]. */
      preview_import: {
        Args: {
          entries: Json;
          include_known?: boolean | null;
          to_team?: string | null;
        };
        Returns: Json;
      };
      /** Returns whether the text of a prompt that the caller reads is changed by proposals alone. */
      prompt_needs_proposal: {
        Args: {
          prompt_id: string;
        };
        Returns: boolean;
      };
      /** Returns the single people with whom a prompt is shared: to its owner with open invitations and addresses, to its editors and its team those who accepted, and to a viewer only themselves. */
      prompt_people: {
        Args: {
          prompt_id: string;
        };
        Returns: {
          avatar_url: string;
          email: string;
          expires_at: string;
          full_name: string;
          id: string;
          role: string;
          state: string;
          user_id: string;
        }[];
      };
      /** Lists what uses these prompts, of the caller and their teams, and other than themselves: {used_count: how many of them, prompt_count, prompts: [{id, title, content, version, is_public, follows: the latest version, is_direct, may_edit}], chain_count, chains: [{id, title, follows, has_step: one with such a prompt}], steps: texts written in chains that include them and that the caller may change, [{id, chain_id, title, content}], released_count: how many of them have labels, released: the first 20, [{title, labels}]}. Prompts that include them directly come first; of those up to 8 MiB are listed, of all prompts and of chains the first 200. */
      prompt_usage: {
        Args: {
          prompt_ids: string[];
        };
        Returns: Json;
      };
      /** Returns the prompts of a group of the caller's and of all groups below it. Deleted ones too: filter them. */
      prompts_below: {
        Args: {
          in_group: string;
        };
        Returns: Database['public']['Tables']['prompts']['Row'][];
        SetofOptions: { from: '*'; to: 'prompts'; isOneToOne: false; isSetofReturn: true };
      };
      /** Returns the prompts of the caller's library or, with the scope team: and an id, of a team, of one group if given (and_below: and of those below it), those the caller used last first, then the newest of those they never used. The next page comes after the time of use and id of the last row; if that was never used, after its time of creation and id. */
      prompts_by_last_use: {
        Args: {
          after_created_at?: string | null;
          after_id?: string | null;
          after_used_at?: string | null;
          and_below?: boolean | null;
          in_group?: string | null;
          page_size?: number | null;
          scope?: string | null;
        };
        Returns: Database['public']['Tables']['prompts']['Row'][];
        SetofOptions: { from: '*'; to: 'prompts'; isOneToOne: false; isSetofReturn: true };
      };
      /** Returns the prompts of the caller's library or, with the scope team: and an id, of a team, of one group if given (and_below: and of those below it), in the order of their titles without case and accents. The next page comes after the title and id of the last row. */
      prompts_by_title: {
        Args: {
          after_id?: string | null;
          after_title?: string | null;
          and_below?: boolean | null;
          in_group?: string | null;
          page_size?: number | null;
          scope?: string | null;
        };
        Returns: Database['public']['Tables']['prompts']['Row'][];
        SetofOptions: { from: '*'; to: 'prompts'; isOneToOne: false; isSetofReturn: true };
      };
      /** Proposes a change of a prompt that the caller reads and can't change. base_version is its newest version, or with source_id the one from which that fork of the caller was made (otherwise 409). */
      propose_edit: {
        Args: {
          base_version: number;
          content: string;
          description?: string | null;
          message?: string | null;
          prompt_id: string;
          source_id?: string | null;
          tags?: string[] | null;
          title: string;
        };
        Returns: Database['public']['Tables']['proposals']['Row'];
        SetofOptions: { from: '*'; to: 'proposals'; isOneToOne: true; isSetofReturn: false };
      };
      /** Protects a label, or ends its protection. Not for programs: an access token that moves labels cannot lift a protection. Returns the entry of the log; null if nothing changed. */
      protect_prompt_label: {
        Args: {
          is_protected: boolean;
          label: string;
          prompt_id: string;
        };
        Returns: Database['public']['Tables']['prompt_label_moves']['Row'];
        SetofOptions: { from: '*'; to: 'prompt_label_moves'; isOneToOne: true; isSetofReturn: false };
      };
      /** Returns the files of a public prompt, to anybody; no row when it is private, deleted or none. */
      public_attachments: {
        Args: {
          prompt_id: string;
        };
        Returns: {
          id: string;
          name: string;
          object_name: string;
          size: number;
          type: string;
        }[];
      };
      /** Returns a public prompt as its shared link shows it, to anybody; no row when it is private, deleted or none. */
      public_prompt: {
        Args: {
          id: string;
        };
        Returns: Database['public']['Views']['prompt_details_v']['Row'][];
        SetofOptions: { from: '*'; to: 'prompt_details_v'; isOneToOne: false; isSetofReturn: true };
      };
      /** Returns the first 100 ids of public prompts between two ids that end in these four digits, to anybody. */
      public_prompt_ids: {
        Args: {
          first_id: string;
          id_end: string;
          last_id: string;
        };
        Returns: string[];
      };
      /** Returns all templates by category, to anybody. */
      public_templates: {
        Args: Record<PropertyKey, never>;
        Returns: {
          author_avatar: string;
          author_name: string;
          category: string;
          comments_count: number;
          content: string;
          created_at: string;
          description: string;
          favorites_count: number;
          forks_count: number;
          icon: string;
          id: string;
          is_cut: boolean;
          tags: string[];
          template_category: string;
          title: string;
          updated_at: string;
          user_id: string;
          version: number;
        }[];
      };
      /** Makes prompts public, or private. */
      publish_prompts: {
        Args: {
          ids: string[];
          is_public: boolean;
        };
        Returns: Json;
      };
      /** Removes for good what was deleted more than 30 days ago, files that were removed a day ago, imports that were never finished, old invitations and links, old deliveries of webhooks, and the activity of teams after 180 days; returns how many prompts. Run by the server, or by pg_cron. */
      purge_deleted: {
        Args: Record<PropertyKey, never>;
        Returns: number;
      };
      /** Indexes the words of up to most queued prompts for search, fewer if they are long, in partitions of at least large_from prompts, and returns how many there were. Run every minute, it keeps search fast. */
      read_search_queue: {
        Args: {
          large_from?: number | null;
          most?: number | null;
        };
        Returns: number;
      };
      /** Returns how many recovery codes of the caller are unused. */
      recovery_codes_left: {
        Args: Record<PropertyKey, never>;
        Returns: number;
      };
      /** Ends a takedown: the owner may make the prompt public again. It stays private until they do. */
      release_prompt: {
        Args: {
          prompt_id: string;
        };
        Returns: undefined;
      };
      /** Removes a label of a prompt, unless it is protected. base_version as in move_prompt_label. Returns the entry of the log. */
      remove_prompt_label: {
        Args: {
          base_version?: number | null;
          label: string;
          note?: string | null;
          prompt_id: string;
        };
        Returns: Database['public']['Tables']['prompt_label_moves']['Row'];
        SetofOptions: { from: '*'; to: 'prompt_label_moves'; isOneToOne: true; isSetofReturn: false };
      };
      /** Gives all of the caller's prompts, or those of a team that they may change, that carry any of the old tags the new one instead; null takes them off. */
      rename_tags: {
        Args: {
          new_tag?: string | null;
          of_team?: string | null;
          old_tags: string[];
        };
        Returns: Json;
      };
      /** Sends a delivery of one of the caller's webhooks again, under the same id; or now, if it waits for its next attempt. */
      resend_webhook_delivery: {
        Args: {
          delivery_id: string;
        };
        Returns: undefined;
      };
      /** Takes back what delete_included_prompts did ({id: version}, [{id, before, content}]): the prompts or the group come back, and so do the contents of the others where nothing has happened since. Returns how many. */
      restore_included_prompts: {
        Args: {
          changes: Json;
          group_id?: string | null;
          prompt_ids: string[];
          step_changes?: Json | null;
        };
        Returns: number;
      };
      /** Saves the state of a version again; with base_version only if that is still the newest (otherwise 409). Returns the prompt. */
      restore_prompt_version: {
        Args: {
          base_version?: number | null;
          prompt_id: string;
          version_number: number;
        };
        Returns: Database['public']['Tables']['prompts']['Row'];
        SetofOptions: { from: '*'; to: 'prompts'; isOneToOne: true; isSetofReturn: false };
      };
      /** Stops sharing a prompt of the caller with a person or address, at once. */
      revoke_prompt_share: {
        Args: {
          id: string;
        };
        Returns: undefined;
      };
      /** Ends one of the caller's sessions: it cannot be refreshed any more. */
      revoke_session: {
        Args: {
          session_id: string;
        };
        Returns: undefined;
      };
      /** Takes back an invitation to a team that the caller owns. */
      revoke_team_invitation: {
        Args: {
          id: string;
        };
        Returns: undefined;
      };
      /** Ends a link to a team that the caller owns. */
      revoke_team_link: {
        Args: {
          id: string;
        };
        Returns: undefined;
      };
      /** Returns which of some prompts the caller owns, and of which the team changes tags and text by proposals alone. A page says with it what a change of them all leaves out. */
      rights_to_prompts: {
        Args: {
          ids: string[];
        };
        Returns: {
          own_ids: string[];
          proposal_ids: string[];
        }[];
      };
      /** Gives one of the caller's webhooks a new secret and returns it. The one before signs as well for 24 hours. */
      rotate_webhook_secret: {
        Args: {
          webhook_id: string;
        };
        Returns: string;
      };
      /** Makes a chain, or saves the one named by chain_id, with its steps in order: {id, prompt_id, or title and content of a prompt written in the chain, bindings}. The id is that of a stored step, or a new one by which later steps use its answer. Without steps, prompt_ids names the prompts. With team_id, a new chain is shared with that team. With based_on (updated_at as loaded) only if the chain has not changed since (otherwise 409). Returns the chain. */
      save_chain: {
        Args: {
          based_on?: string | null;
          chain_id?: string | null;
          description?: string | null;
          prompt_ids?: string[] | null;
          steps?: Json | null;
          team_id?: string | null;
          title: string;
        };
        Returns: Database['public']['Tables']['chains']['Row'];
        SetofOptions: { from: '*'; to: 'chains'; isOneToOne: true; isSetofReturn: false };
      };
      /** Returns prompts of a scope (library: own, teams, team: and the id of one, shared, templates, favorites) whose title or content contains every word of the query: those with all words in the title first, then in title and tags, then with the description, then the rest, each newest first; filters tag: category: group: in: is: has: used: author:. Searches one group with in_group, and those below it with and_below. The next page comes after the cursor of the last row. When nothing matches, one typo is forgiven. excerpt is where a word stands that neither the row's other texts nor the preview have. */
      search_prompts: {
        Args: {
          after?: string | null;
          and_below?: boolean | null;
          in_group?: string | null;
          page_size?: number | null;
          query?: string | null;
          scope?: string | null;
        };
        Returns: {
          author_avatar: string | null;
          author_name: string | null;
          category: string | null;
          created_at: string;
          cursor: string;
          description: string | null;
          excerpt: string | null;
          favorites_count: number;
          forked_from: string | null;
          group_id: string | null;
          group_name: string | null;
          icon: string | null;
          id: string;
          is_favorite: boolean;
          is_public: boolean;
          is_template: boolean;
          last_used_at: string | null;
          preview: string;
          tags: string[];
          team_id: string | null;
          template_category: string | null;
          title: string;
          title_matches: boolean;
          typo_forgiven: boolean;
          updated_at: string;
          user_id: string;
          variable_count: number;
          version: number;
        }[];
      };
      /** Queues a test of one of the caller's webhooks and returns the id of its delivery. A test is sent once and not retried. */
      send_webhook_test: {
        Args: {
          webhook_id: string;
        };
        Returns: string;
      };
      /** Marks prompts of the caller or of their teams as favourites, or takes marks off. Returns which. */
      set_favorites: {
        Args: {
          favorite: boolean;
          ids: string[];
        };
        Returns: string[];
      };
      /** Deletes prompts, which can be restored for 30 days, or restores them. Returns which. */
      set_prompts_deleted: {
        Args: {
          deleted: boolean;
          ids: string[];
        };
        Returns: string[];
      };
      /** Offers a prompt of the caller to an address, to view or to edit. At most 50 invitations a day, those to teams included, 100 people a prompt, and none for 30 days after one was declined (409, 422, 429). */
      share_prompt: {
        Args: {
          email: string;
          prompt_id: string;
          role?: string | null;
        };
        Returns: Database['public']['Tables']['prompt_shares']['Row'];
        SetofOptions: { from: '*'; to: 'prompt_shares'; isOneToOne: true; isSetofReturn: false };
      };
      /** Adds tags to prompts and takes tags off them. */
      tag_prompts: {
        Args: {
          added?: string[] | null;
          ids: string[];
          removed?: string[] | null;
        };
        Returns: Json;
      };
      /** Makes a prompt private and keeps it so until it is released; its owner reads the reason. Closes the reports of it. */
      take_down_prompt: {
        Args: {
          prompt_id: string;
          reason: string;
        };
        Returns: Database['public']['Tables']['takedowns']['Row'];
        SetofOptions: { from: '*'; to: 'takedowns'; isOneToOne: true; isSetofReturn: false };
      };
      /** Returns to which team a link leads, who made it, and the role that the caller has in it already. */
      team_link: {
        Args: {
          token: string;
        };
        Returns: {
          expires_at: string;
          inviter_name: string;
          member_role: string;
          role: string;
          team_id: string;
          team_name: string;
        }[];
      };
      /** Returns with which teams the caller's prompts are shared, and how many with each. The name of a team that the caller left is null. */
      teams_of_prompts: {
        Args: {
          ids: string[];
        };
        Returns: {
          prompts: number;
          team_id: string;
          team_name: string;
        }[];
      };
      /** Takes back what dissolve_group did and returned: the group comes back, and into it the groups and prompts that nobody has moved or changed since. */
      undo_group_dissolution: {
        Args: {
          deleted_at: string;
          group_id: string;
          groups: string[];
          prompts: Json;
        };
        Returns: undefined;
      };
      /** Takes back what move_prompts, tag_prompts, categorize_prompts, publish_prompts or rename_tags did ({id: version}), as a version more, where nothing has happened since. Returns how many prompts. */
      undo_prompt_changes: {
        Args: {
          changes: Json;
        };
        Returns: number;
      };
      /** Deletes one of the caller's prompts again after a restore, as of then; only if its version is still base_version (otherwise 409). */
      undo_prompt_restore: {
        Args: {
          base_version: number;
          prompt_id: string;
          was_deleted_at: string;
        };
        Returns: undefined;
      };
      /** Turns the caller's second factors off by a recovery code, and ends their other sessions. */
      use_recovery_code: {
        Args: {
          code: string;
        };
        Returns: undefined;
      };
      /** Takes back an open proposal of the caller. */
      withdraw_proposal: {
        Args: {
          id: string;
        };
        Returns: undefined;
      };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type Schema = Database['public'];

/** A row as returned by a select. */
export type Tables<Name extends keyof (Schema['Tables'] & Schema['Views'])> =
  (Schema['Tables'] & Schema['Views'])[Name]['Row'];
